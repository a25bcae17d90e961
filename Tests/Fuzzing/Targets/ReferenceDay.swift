/// Days by walking the years and months, to check the formula against.
package func referenceDay(year: Int, month: Int, day: Int) -> Int64? {
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= lengths[month - 1] else {
        return nil
    }
    var days = 0
    if year >= 1970 {
        for past in 1970..<year { days += isLeap(past) ? 366 : 365 }
    } else {
        for past in year..<1970 { days -= isLeap(past) ? 366 : 365 }
    }
    return Int64(days + lengths[..<(month - 1)].reduce(0, +) + day - 1)
}
