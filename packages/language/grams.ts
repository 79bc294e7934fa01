// The search index holds the distinct grams of one and two characters of a normalised text. Every text that contains
// a query contains all grams of the query, so that the index narrows down and LIKE has the last word.

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
 * The grams that a text must contain to contain the query (in normal form): the character itself for a query of one,
 * otherwise its distinct pairs. Any subset is a valid, weaker condition: take the rarest two or three. `[]` for ''.
 */
export function queryGrams(normalised: string): string[] {
  const characters = [...normalised]
  if (characters.length <= 1) return characters
  return [...new Set(characters.slice(1).map((character, index) => characters[index]! + character))]
}
