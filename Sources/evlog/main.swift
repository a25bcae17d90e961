print("evlog")
