# %% [markdown]
# # Clouds
# They are *white*.

# %%
kinds = ["cirrus", "cumulus"]

# %% Counting them
print(len(kinds))
