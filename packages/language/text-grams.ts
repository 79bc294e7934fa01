// The search index stores the distinct one- and two-character grams of each normalised text. A text that contains the
// query contains all grams of the query, so the index selects candidates and LIKE makes the final match.

/** The distinct one- and two-character grams of a text in normal form (see `normalise`). */
export function grams(normalised: string): string[] {
  const found = new Set<string>()
  let previous = ''
  for (const character of normalised) {
    found.add(character)
    if (previous !== '') found.add(previous + character)
    previous = character
  }
  return [...found]
}

/**
 * The grams that a text must contain to match a query (in normal form): the character for a one-character query,
 * otherwise its distinct pairs. A subset is a weaker but valid condition, so use the two or three rarest. `[]` for ''.
 */
export function queryGrams(normalised: string): string[] {
  const characters = [...normalised]
  if (characters.length <= 1) return characters
  return [...new Set(characters.slice(1).map((character, index) => characters[index]! + character))]
}
