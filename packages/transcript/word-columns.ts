// The words of a transcript as columns, for the answer in parts. Most words of a recording share dictionary form, reading,
// type and weight with others: these are written once per answer. Decoding gives back exactly what was encoded.
import type { WordColumns, WordForms } from '@kaiwa/contract/transcript-parts.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'

function emptyForms(): WordForms {
  return { bases: [], readings: [], types: [], scores: [] }
}

function isWholeMs(seconds: number): boolean {
  return Math.round(seconds * 1000) / 1000 === seconds
}

interface EncodedWords {
  words: WordColumns
  new_forms: WordForms
}

/** Encodes the words of one part after the other. The dictionary continues from part to part. */
export class WordEncoder {
  readonly #forms = new Map<string, number>()

  encode(blocks: readonly { readonly terms: readonly Term[] }[]): EncodedWords {
    const isMs = blocks.every(({ terms }) =>
      terms.every(({ start_time, end_time }) => isWholeMs(start_time) && isWholeMs(end_time)),
    )
    const new_forms = emptyForms()
    const words: WordColumns = {
      counts: blocks.map(({ terms }) => terms.length),
      unit: isMs ? 'ms' : 's',
      starts: [],
      ends: [],
      gaps: [],
      lengths: [],
      forms: [],
      confidences: [],
    }
    let clock = 0
    for (const { terms } of blocks) {
      let offset = 0
      for (const term of terms) {
        if (isMs) {
          const [start, end] = [Math.round(term.start_time * 1000), Math.round(term.end_time * 1000)]
          words.starts.push(start - clock)
          words.ends.push(end - start)
          clock = end
        } else {
          words.starts.push(term.start_time)
          words.ends.push(term.end_time)
        }
        words.gaps.push(term.offset - offset)
        words.lengths.push(term.text.length)
        offset = term.offset + term.text.length
        words.forms.push(this.#formOf(term, new_forms))
        words.confidences.push(term.confidence)
      }
    }
    return { words, new_forms }
  }

  #formOf({ base, reading, type, score }: Term, added: WordForms): number {
    const key = `${type} ${score} ${base}\n${reading}`
    const known = this.#forms.get(key)
    if (known !== undefined) return known
    const form = this.#forms.size
    this.#forms.set(key, form)
    added.bases.push(base)
    added.readings.push(reading)
    added.types.push(type)
    added.scores.push(score)
    return form
  }
}

/** Decodes the parts of one answer in the order in which they were encoded. */
export class WordDecoder {
  readonly #forms = emptyForms()

  /** The terms of each block. `contents` are the texts of the blocks. */
  decode({ words, new_forms }: EncodedWords, contents: readonly string[]): Term[][] {
    const forms = this.#forms
    for (const [index, base] of new_forms.bases.entries()) {
      forms.bases.push(base)
      forms.readings.push(new_forms.readings[index]!)
      forms.types.push(new_forms.types[index]!)
      forms.scores.push(new_forms.scores[index]!)
    }
    const isMs = words.unit === 'ms'
    let word = 0
    let clock = 0
    return words.counts.map((count, index) => {
      const content = contents[index]!
      const terms: Term[] = []
      let free = 0
      for (const last = word + count; word < last; word++) {
        const offset = free + words.gaps[word]!
        free = offset + words.lengths[word]!
        const start = isMs ? clock + words.starts[word]! : words.starts[word]!
        const end = isMs ? start + words.ends[word]! : words.ends[word]!
        clock = end
        const form = words.forms[word]!
        terms.push({
          text: content.slice(offset, free),
          start_time: isMs ? start / 1000 : start,
          end_time: isMs ? end / 1000 : end,
          offset,
          type: forms.types[form]!,
          score: forms.scores[form]!,
          base: forms.bases[form]!,
          reading: forms.readings[form]!,
          confidence: words.confidences[word]!,
        })
      }
      return terms
    })
  }
}
