// Decides who speaks when, from the best information in the chunks, in this order: turns from an engine that knows the
// whole recording, the channels of a call, voices from models, voices from the classical method. Without any of them
// there is one speaker.
import { louderChannel } from '@kaiwa/media-tools/stereo-channels.ts'
import { clusterSpeakers, shiftVoices, type Turn, type Voice } from '@kaiwa/speech'
import type { RecognisedChunk } from '../recognised-chunk.ts'

export interface Diarised {
  source: 'engine' | 'channels' | 'embedding' | 'classical' | 'none'
  /** 0 to 1. */
  confidence: number
  /** Times in seconds of the recording. */
  turns: Turn[]
}

export interface DiariseOptions {
  /** 1 to 5, or null for automatic. */
  speakers: number | null
  separateChannels: boolean
  /** The channels are the sources of a recording made in a browser: the microphone, and a system with any number of people. */
  areSources?: boolean
  /** `recording`: the engines number their speakers for the whole recording. `chunk`: each chunk starts again at 0. */
  speakerNumbers: 'recording' | 'chunk'
}

function engineTurns(chunks: readonly RecognisedChunk[]): Turn[] {
  return chunks.flatMap(({ turns, start_time }) =>
    (turns ?? []).map((turn) => ({ ...turn, start: turn.start + start_time, end: turn.end + start_time })),
  )
}

function overlap(a: Turn, b: Turn): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
}

/**
 * Keeps the edges of the engine's turns, and replaces each speaker number of a chunk by the clustered voice that
 * overlaps its turns the most.
 */
function renumber(chunks: readonly RecognisedChunk[], voices: readonly Turn[]): Turn[] {
  return chunks.flatMap((chunk) => {
    const turns = engineTurns([chunk])
    const near = voices.filter((voice) => voice.end > chunk.start_time && voice.start < chunk.end_time)
    const speakerOf = new Map<number, number>()
    for (const [local, own] of Map.groupBy(turns, ({ speaker }) => speaker)) {
      const shares = new Map<number, number>()
      for (const voice of near) {
        const shared = own.reduce((sum, turn) => sum + overlap(turn, voice), 0)
        shares.set(voice.speaker, (shares.get(voice.speaker) ?? 0) + shared)
      }
      speakerOf.set(local, [...shares].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0)
    }
    return turns.map((turn) => ({ ...turn, speaker: speakerOf.get(turn.speaker) ?? 0 }))
  })
}

/** One speaker per channel: a word belongs to the channel that is louder while it is spoken. */
function byChannel(chunks: readonly RecognisedChunk[]): Turn[] {
  return chunks.flatMap(({ words, envelope, start_time }) => {
    const channels = (envelope ?? []).map((channel) => Float32Array.from(channel))
    return words.map(({ start, end }) => ({
      start: start + start_time,
      end: end + start_time,
      speaker: louderChannel(channels, start, end),
    }))
  })
}

const SYSTEM = 1

/** The voices that are louder in the channel of the system. */
function systemVoices(chunks: readonly RecognisedChunk[]): Voice[] {
  return chunks.flatMap(({ voices, envelope, start_time }) => {
    const channels = (envelope ?? []).map((channel) => Float32Array.from(channel))
    const own = (voices ?? []).filter(({ start, end }) => louderChannel(channels, start, end) === SYSTEM)
    return shiftVoices(own, start_time)
  })
}

/** The turn at a time, otherwise the nearest one. */
function nearest(turns: readonly Turn[], { start, end }: Turn): Turn | undefined {
  const distance = (turn: Turn) => Math.max(0, turn.start - end, start - turn.end)
  return turns.reduce<Turn | undefined>(
    (best, turn) => (best && distance(best) <= distance(turn) ? best : turn),
    undefined,
  )
}

/** One speaker for the microphone; speakers of the system sound are separated by their voices. */
function bySource(chunks: readonly RecognisedChunk[], speakers: number | null): Diarised {
  const found = clusterSpeakers(systemVoices(chunks), speakers === null ? 0 : Math.max(1, speakers - 1))
  const turns = chunks.flatMap((chunk) => {
    const near = found.turns.filter((turn) => turn.end > chunk.start_time && turn.start < chunk.end_time)
    return byChannel([chunk]).map((turn) =>
      turn.speaker === SYSTEM ? { ...turn, speaker: SYSTEM + (nearest(near, turn)?.speaker ?? 0) } : turn,
    )
  })
  const kind = chunks.find(({ voices }) => voices?.[0])?.voices?.[0]?.kind
  return found.speakers > 1 && kind
    ? { source: kind, confidence: found.confidence, turns }
    : { source: 'channels', confidence: 1, turns }
}

export function diarise(
  chunks: readonly RecognisedChunk[],
  { speakers, separateChannels, areSources = false, speakerNumbers }: DiariseOptions,
): Diarised {
  if (speakers === 1) return { source: 'engine', confidence: 1, turns: [] }
  const spoken = chunks.filter(({ words }) => words.length > 0)
  if (speakerNumbers === 'recording') return { source: 'engine', confidence: 1, turns: engineTurns(spoken) }
  if (separateChannels && areSources) return bySource(chunks, speakers)
  if (separateChannels && (speakers ?? 2) === 2) return { source: 'channels', confidence: 1, turns: byChannel(chunks) }
  const voices = chunks.flatMap((chunk) => shiftVoices(chunk.voices ?? [], chunk.start_time))
  const [first] = voices
  if (!first) return { source: 'none', confidence: 0, turns: [] }
  const { turns, confidence } = clusterSpeakers(voices, speakers ?? 0)
  if (spoken.every((chunk) => chunk.turns !== null)) {
    return { source: 'engine', confidence, turns: renumber(spoken, turns) }
  }
  return { source: first.kind, confidence, turns }
}
