// An upper estimate of tokens without the tokeniser of a model: one for each character of East Asian scripts and symbols,
// one for three characters of other text. Tokenisers of today need less.

const NARROW = /[\u0020-\u024f]/g
const NARROW_PER_TOKEN = 3

export function estimateTokens(text: string): number {
  const narrow = text.match(NARROW)?.length ?? 0
  return Math.ceil(text.length - narrow + narrow / NARROW_PER_TOKEN)
}
