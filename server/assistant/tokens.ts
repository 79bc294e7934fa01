// An upper estimate of tokens without the tokeniser of a model: one for each character of East Asian scripts and symbols,
// one for three characters of other text. Tokenisers of today need less.

/** Code units that count a third: from the space to Latin Extended-B. */
const NARROW_FROM = 0x20
const NARROW_TO = 0x24f
const NARROW_PER_TOKEN = 3

export function estimateTokens(text: string): number {
  let narrow = 0
  // A loop, because a question counts a whole recording: matches of an expression would be an array of its characters.
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= NARROW_FROM && unit <= NARROW_TO) narrow += 1
  }
  return Math.ceil(text.length - narrow + narrow / NARROW_PER_TOKEN)
}
