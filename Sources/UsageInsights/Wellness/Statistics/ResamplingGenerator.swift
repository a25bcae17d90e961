/// Random numbers for resampling: SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number
/// generators").
///
/// Not the standard library's `random(in:using:)`, whose way from bits to numbers may change between versions:
/// the same seed gives the same interval on every machine, for ever.
struct ResamplingGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number in 0 ..< bound; 0 for a bound of 0.
    ///
    /// The high half of a product, which favours some numbers by at most bound / 2^64: far below anything that
    /// a few thousand draws can show.
    mutating func index(below bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound.magnitude)).high)
    }
}
