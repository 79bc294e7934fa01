import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Turn } from '../engine.ts'
import { clusterSpeakers } from './cluster-speakers.ts'
import { diarisationError, readRttm, type NamedTurn } from '../testing/measure/diarisation-error.ts'
import { classicalVoices, diariseClassically, hearSegments } from '../testing/measure/diarise-classically.ts'
import { conversationInput, disturbanceInput, makeSound } from '../testing/sounds/sound-recipes.ts'
import { openVoiceActivity, type VoiceActivity } from '../voice-activity/voice-activity.ts'
import { embedSegments } from './embed-segments.ts'
import { toCluster } from './clusters.ts'
import { foldCopies } from './fold-copies.ts'
import { toTurns } from './to-turns.ts'
import { CLASSICAL_FEATURES, type Voice } from './voice.ts'

const media = new URL('../../../media/', import.meta.url)

function load(file: string) {
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', new URL(file, media).pathname, '-f', 's16le', '-ac', '1', '-ar', '16000', '-'],
    { maxBuffer: 2 ** 26 },
  )
  return new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
}

function turn<S extends string | number>(speaker: S, start: number, end: number) {
  return { speaker, start, end }
}

describe('error rate', () => {
  it.each<[string, NamedTurn[], Turn[], number]>([
    ['is 0 for equal turns', [turn('a', 0, 5), turn('b', 5, 9)], [turn(0, 0, 5), turn(1, 5, 9)], 0],
    ['ignores speaker names', [turn('a', 0, 5), turn('b', 5, 9)], [turn(1, 0, 5), turn(0, 5, 9)], 0],
    ['counts missed speech', [turn('a', 0, 10)], [turn(0, 0, 8)], 0.2],
    ['counts false alarms', [turn('a', 0, 10)], [turn(0, 0, 11)], 0.1],
    ['counts confused speakers', [turn('a', 0, 6), turn('b', 6, 10)], [turn(0, 0, 10)], 0.4],
    ['counts overlapping speech for each speaker', [turn('a', 0, 5), turn('b', 0, 5)], [turn(0, 0, 5)], 0.5],
    [
      'matches speakers for the lowest error',
      [turn('a', 0, 4), turn('b', 4, 10)],
      [turn(0, 0, 5), turn(1, 5, 10)],
      0.1,
    ],
    ['is 0 for empty input', [], [], 0],
  ])('%s', (_name, reference, hypothesis, rate) =>
    expect(diarisationError(reference, hypothesis).rate).toBeCloseTo(rate, 5),
  )

  it('ignores the collar', () => {
    expect(diarisationError([turn('a', 1, 9)], [turn(0, 1.2, 9)], { collar: 0.25 }).rate).toBe(0)
  })

  it('parses RTTM', () => {
    expect([...readRttm(readFileSync(new URL('ami.rttm', media), 'utf8')).keys()]).toEqual([
      'dev00',
      'dev01',
      'trn01',
      'trn03',
    ])
  })
})

let detector: VoiceActivity
beforeAll(() => {
  detector = openVoiceActivity()
})
afterAll(() => detector.close())

async function diarise(samples: Int16Array, speakers = 0) {
  return diariseClassically(await hearSegments(samples, detector), { speakers })
}

describe('classical diarisation of real recordings', { timeout: 180_000 }, () => {
  const references = readRttm(readFileSync(new URL('ami.rttm', media), 'utf8'))
  const clips = ['dev00', 'dev01', 'trn01', 'trn03']
  let voices: Promise<Voice[]> | undefined
  /** The voices of the sample call. Cached, because computing them takes much longer than clustering. */
  const voicesOfCall = () => (voices ??= hearSegments(load('ja-sales-call.m4a'), detector).then(classicalVoices))

  async function meanError(speakersOf: (clip: string) => number) {
    let sum = 0
    for (const clip of clips) {
      const { turns } = await diarise(load(`ami-${clip}.flac`), speakersOf(clip))
      sum += diarisationError(references.get(clip)!, turns, { duration: 30, collar: 0.25 }).rate
    }
    return sum / clips.length
  }

  // Measured: 36.8 %, and 38.0 % with the number given. Goal of H2: a third below 56 %.
  it('the mean error of four meeting clips is at most 37.3 %', async () => {
    expect(await meanError(() => 0)).toBeLessThan(0.373)
  })

  it('the mean error of four meeting clips is at most 39 % with the number of speakers given', async () => {
    const counted = (clip: string) => new Set(references.get(clip)!.map(({ speaker }) => speaker)).size
    expect(await meanError(counted)).toBeLessThan(0.39)
  })

  // Limits slightly above the measured values (README), so that a regression fails the test.
  it.each([
    ['ami-dev00', 2, 0.13],
    ['ami-dev01', 1, 0.34],
    ['ami-trn03', 1, 0.07],
  ])('%s: finds %i speakers, error at most %d', async (name, speakers, most) => {
    const found = await diarise(load(`${name}.flac`))
    const error = diarisationError(references.get(name.slice(4))!, found.turns, { duration: 30, collar: 0.25 })
    expect(found.speakers).toBe(speakers)
    expect(error.rate).toBeLessThan(most)
    expect(error.falseAlarm / error.total).toBeLessThan(0.02)
  })

  it.each(['ami-dev00', 'ami-dev01', 'en-jfk'])('is not certain of the speakers of %s', async (name) => {
    const found = await diarise(load(name === 'en-jfk' ? 'en-jfk.wav' : `${name}.flac`))
    expect(found.confidence).toBeLessThan(0.5)
  })

  it('finds no speaker where voice activity detection finds no speech', async () => {
    expect((await diarise(load('ami-trn01.flac'))).turns).toEqual([])
  })

  it('separates the two speakers of the sample call with high confidence', async () => {
    const { utterances } = JSON.parse(readFileSync(new URL('ja-sales-call.json', media), 'utf8')) as {
      utterances: NamedTurn[]
    }
    const found = clusterSpeakers(await voicesOfCall())
    const error = diarisationError(utterances, found.turns, { collar: 0.25 })
    expect(found.speakers).toBe(2)
    expect(error.rate).toBeLessThan(0.03)
    expect(found.confidence).toBeGreaterThan(0.5)
  })

  it.each([1, 2, 3, 4, 5])('returns %i speakers when set', async (speakers) => {
    const found = clusterSpeakers(await voicesOfCall(), speakers)
    expect(found.speakers).toBe(speakers)
    expect(new Set(found.turns.map((one) => one.speaker)).size).toBe(speakers)
    expect(found.turns[0]?.speaker).toBe(0)
  })

  it.each([
    ['en-jfk.wav', 6, 1],
    ['ami-dev00.flac', 4, 2],
    ['ami-trn03.flac', 4, 1],
  ])('%s, repeated %i times, has %i speakers', async (name, times, speakers) => {
    const once = load(name)
    const samples = new Int16Array(once.length * times)
    for (let n = 0; n < times; n++) samples.set(once, n * once.length)
    expect((await diarise(samples)).speakers).toBe(speakers)
  })

  it('its features survive JSON', async () => {
    const found = classicalVoices(await hearSegments(load('en-jfk.wav'), detector))
    expect(found.length).toBeGreaterThan(5)
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    for (const { features } of found) expect(features).toHaveLength(CLASSICAL_FEATURES)
  })
})

describe('classical diarisation of synthesised conversations', { timeout: 180_000 }, () => {
  it.each<[number, number[]]>([
    [1, Array.from({ length: 16 }, () => 1)],
    [2, Array.from({ length: 16 }, (_, n) => n % 2)],
    [3, Array.from({ length: 18 }, (_, n) => (n * 2) % 3)],
    [8, Array.from({ length: 32 }, (_, n) => (n * 5 + Math.floor(n / 8)) % 8)],
  ])('finds %i people', async (count, people) => {
    expect((await diarise(await makeSound(conversationInput(people)))).speakers).toBe(count)
  })

  it('finds no voice in silence, noise and music', async () => {
    const sounds = [
      new Int16Array(320_000),
      await makeSound(disturbanceInput('noise', 20)),
      await makeSound(disturbanceInput('music', 20)),
    ]
    for (const samples of sounds) expect(await diarise(samples)).toEqual({ turns: [], speakers: 0, confidence: 0 })
  })
})

describe('features', () => {
  it('are computed in speech only, in windows of about 1.2 s', () => {
    const samples = Int16Array.from({ length: 16_000 * 6 }, (_, n) => 5_000 * Math.sin(n * n * 1e-5))
    const speech = [
      { start: 0.5, end: 1.7 },
      { start: 1.9, end: 2.9 },
      { start: 4, end: 4.2 },
      { start: 5, end: 7 },
    ]
    const windows = embedSegments(samples, speech).map(({ start, end }) => [start, end])
    expect(windows).toEqual([
      [0.5, 1.7],
      [1.7, 2.9],
      [5, 6],
    ])
    expect(embedSegments(samples, [])).toEqual([])
  })
})

describe('turns', () => {
  const voice = (start: number, end: number): Voice => ({ start, end, kind: 'classical', features: [] })

  it.each<[string, [number, number, number][], [number, number, number][]]>([
    [
      'join a pause of 0.8 s',
      [
        [1, 2, 0],
        [2.7, 3, 0],
      ],
      [[0.8, 3.2, 0]],
    ],
    [
      'keep a longer pause',
      [
        [1, 2, 0],
        [3, 4, 0],
      ],
      [
        [0.8, 2.2, 0],
        [2.8, 4.2, 0],
      ],
    ],
    [
      'meet in the middle of a short pause',
      [
        [1, 2, 0],
        [2.2, 3, 1],
      ],
      [
        [0.8, 2.1, 0],
        [2.1, 3.2, 1],
      ],
    ],
    [
      'do not overlap',
      [
        [1, 2, 0],
        [2, 3, 1],
      ],
      [
        [0.8, 2, 0],
        [2, 3.2, 1],
      ],
    ],
    ['begin at 0 at the earliest', [[0.1, 2, 0]], [[0, 2.2, 0]]],
  ])('%s', (_name, voices, expected) => {
    const turns = toTurns(
      voices.map(([start, end]) => voice(start, end)),
      voices.map(([, , label]) => label),
    )
    expect(turns.map(({ start, end, speaker }) => [start, end, speaker].map((n) => Number(n.toFixed(3))))).toEqual(
      expected,
    )
  })
})

describe('clustering', () => {
  let state = 3
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  const embedding = (person: number, start: number): Voice => ({
    start,
    end: start + 1,
    kind: 'embedding',
    features: Array.from({ length: 32 }, (_, k) => (k % 8 === person ? 1 : 0) + random() * 0.6),
  })
  /** A window of a voice: each person has other means; the sounds of a window move its means at random. */
  const classical = (person: number, start: number, variety = 6): Voice => {
    const means = Array.from({ length: 15 }, (_, k) => 8 * Math.sin((person + 1) * (k + 1) * 1.7) + random() * variety)
    const covariance = means.flatMap((_, i) => means.slice(0, i + 1).map((_mean, j) => (i === j ? 20 + random() : 0)))
    return { start, end: start + 1.2, kind: 'classical', features: [...means, ...covariance] }
  }

  it('numbers speakers in order of first appearance', () => {
    const people = [2, 2, 0, 0, 2, 2, 1, 1, 1, 0, 0, 1, 1]
    const { turns, speakers } = clusterSpeakers(people.map((person, n) => embedding(person, n)))
    expect(speakers).toBe(3)
    expect(turns.map((one) => [one.speaker, one.start, one.end].map((n) => Number(n.toFixed(2))))).toEqual([
      [0, 0, 2],
      [1, 2, 4],
      [0, 4, 6],
      [2, 6, 9],
      [1, 9, 11],
      [2, 11, 13.2],
    ])
  })

  it.each(['classical', 'embedding'] as const)('has no upper limit of speakers (%s)', (kind) => {
    const make = kind === 'classical' ? classical : embedding
    const voices = Array.from({ length: 160 }, (_, n) => make(Math.floor(n / 5) % 8, n * 1.5))
    const found = clusterSpeakers(voices)
    expect(found.speakers).toBe(8)
    expect(clusterSpeakers(voices, 5).speakers).toBe(5)
  })

  it('is certain of one voice after a minute, and not after a second', () => {
    const voices = Array.from({ length: 50 }, (_, n) => classical(0, n * 1.2))
    expect(clusterSpeakers(voices)).toMatchObject({ speakers: 1 })
    expect(clusterSpeakers(voices).confidence).toBeGreaterThan(0.5)
    expect(clusterSpeakers(voices.slice(0, 1)).confidence).toBe(0)
  })

  it('counts a repeated voice once, so that a loop is no further evidence', () => {
    const once = Array.from({ length: 5 }, (_, n) => classical(0, n * 1.2, 12))
    const voices = Array.from({ length: 100 }, (_, n) => ({ ...once[n % 5]!, start: n * 1.2, end: n * 1.2 + 1.2 }))
    expect(foldCopies(voices.map(toCluster))).toEqual(voices.map((_, n) => n % 5))
    expect(clusterSpeakers(voices).speakers).toBe(1)
  })

  it('ignores classical voices in the form of an older version', () => {
    const older: Voice = { start: 0, end: 1, kind: 'classical', features: Array.from({ length: 38 }, () => 1) }
    expect(clusterSpeakers([older])).toEqual({ turns: [], speakers: 0, confidence: 0 })
    expect(clusterSpeakers([older, classical(0, 2), classical(0, 3.2)]).turns).toMatchObject([{ speaker: 0 }])
  })

  it('takes bounded time for twelve hours', { timeout: 180_000 }, () => {
    const person = (n: number) => Math.floor(n / 7) % 3
    const voices = Array.from({ length: 27_000 }, (_, n) => classical(person(n), n * 1.6))
    const { turns, speakers } = clusterSpeakers(voices)
    expect(speakers).toBe(3)
    const reference = voices.map((voice, n) => ({ ...voice, speaker: person(n) })).slice(0, 500)
    expect(
      diarisationError(
        reference,
        turns.filter((one) => one.start < 799),
        { duration: 799 },
      ).confused,
    ).toBeLessThan(40)
  })
})
