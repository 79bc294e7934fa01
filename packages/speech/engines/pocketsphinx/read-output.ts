import type { Word } from '../../engine.ts'

const frameRate = 100

/**
 * Parses a line of the segmentation file: `id S 0 T -1 A -1 L -1 0 -38 0 <s> 8 -46 -52 and(2) 29`. Undefined for other
 * lines.
 */
export function readSegmentation(line: string): { id: string; words: Word[] } | undefined {
  const [id, ...fields] = line.trim().split(/\s+/)
  if (!id || fields[0] !== 'S' || fields[2] !== 'T' || fields.length < 9) return undefined
  const words: Word[] = []
  // After seven totals: start, acoustic score, language score, word. A word ends at the next start or the last frame.
  for (let at = 8; at + 3 < fields.length; at += 4) {
    const text = spoken(fields[at + 3] ?? '')
    if (text === undefined) continue
    words.push({
      text,
      start: Number(fields[at]) / frameRate,
      end: Number(fields[at + 4] ?? fields[at]) / frameRate,
      confidence: 0,
    })
  }
  return { id, words }
}

/** Parses a line of the ctm file: `id 1 start duration word posterior`. Undefined for other lines. */
export function readPosterior(line: string): { id: string; start: number; confidence: number } | undefined {
  const match = /^(\S+) 1 (\d+\.\d+) (\d+\.\d+) (\S+) (\S+)$/.exec(line.trim())
  if (!match) return undefined
  const [, id = '', start, , , posterior] = match
  return { id, start: Number(start), confidence: Math.min(1, Math.max(0, Number(posterior) || 0)) }
}

/** The word without its pronunciation number; undefined for silence, breath and noise. */
export function spoken(entry: string): string | undefined {
  if (/^[<[+]/.test(entry)) return undefined
  return entry.replace(/\(\d+\)$/, '')
}
