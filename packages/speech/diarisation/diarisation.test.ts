import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Turn } from '../engine.ts'
import { clusterSpeakers } from './cluster-speakers.ts'
import { diarisationError, readRttm, type NamedTurn } from '../testing/measure/diarisation-error.ts'
import { diariseClassically, segmentsOf } from '../testing/measure/diarise-classically.ts'
import { embedSegments } from './embed-segments.ts'
import { shiftVoices, type Voice } from './voice.ts'

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

describe('classical diarisation of real recordings', { timeout: 180_000 }, () => {
  const references = readRttm(readFileSync(new URL('ami.rttm', media), 'utf8'))
  let voices: Voice[] | undefined
  /** The voices of the sample call. Cached, because computing them takes much longer than clustering. */
  const voicesOfCall = () =>
    (voices ??= segmentsOf(load('ja-sales-call.m4a')).flatMap(({ samples, offset }) =>
      shiftVoices(embedSegments(samples), offset),
    ))

  // Limits slightly above the measured values (README), so that a regression fails the test.
  it.each([
    ['ami-dev00', 2, 0.34],
    ['ami-dev01', 2, 0.58],
    ['ami-trn03', 2, 0.16],
  ])('%s with %i speakers: error at most %d', (name, speakers, most) => {
    const samples = load(`${name}.flac`)
    const found = diariseClassically(segmentsOf(samples), { speakers })
    expect(found.speakers).toBe(speakers)
    expect(diarisationError(references.get(name.slice(4)) ?? [], found.turns, { duration: 30 }).rate).toBeLessThan(most)
    expect(found.confidence).toBeLessThan(0.5)
  })

  it('separates the two speakers of the sample call with high confidence', () => {
    const { utterances } = JSON.parse(readFileSync(new URL('ja-sales-call.json', media), 'utf8')) as {
      utterances: NamedTurn[]
    }
    const found = clusterSpeakers(voicesOfCall())
    const error = diarisationError(utterances, found.turns)
    expect(found.speakers).toBe(2)
    expect(error.confused / error.total).toBeLessThan(0.02)
    expect(found.confidence).toBeGreaterThan(0.5)
  })

  it('finds one speaker in a speech', () => {
    expect(diariseClassically(segmentsOf(load('en-jfk.wav'))).speakers).toBe(1)
  })

  it.each([1, 2, 3, 4, 5])('returns %i speakers when set', (speakers) => {
    const found = clusterSpeakers(voicesOfCall(), speakers)
    expect(found.speakers).toBe(speakers)
    expect(new Set(found.turns.map((one) => one.speaker)).size).toBe(speakers)
    expect(found.turns[0]?.speaker).toBe(0)
  })

  it('finds no voice in silence or noise', () => {
    let state = 1
    const noise = Int16Array.from(
      { length: 320_000 },
      () => ((state = (state * 48_271) % 2_147_483_647) % 8_000) - 4_000,
    )
    expect(embedSegments(new Int16Array(320_000))).toEqual([])
    expect(embedSegments(noise)).toEqual([])
    expect(diariseClassically([])).toEqual({ turns: [], speakers: 0, confidence: 0 })
  })

  it('its features survive JSON', () => {
    const voices = embedSegments(load('en-jfk.wav'))
    expect(voices.length).toBeGreaterThan(5)
    expect(JSON.parse(JSON.stringify(voices))).toEqual(voices)
  })
})

describe('clustering', () => {
  let state = 3
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
  const embedding = (person: number, start: number): Voice => ({
    start,
    end: start + 1,
    kind: 'embedding',
    features: Array.from({ length: 32 }, (_, k) => (k % 4 === person ? 1 : 0) + random() * 0.6),
  })

  it('numbers speakers in order of first appearance', () => {
    const people = [2, 2, 0, 0, 2, 2, 1, 1, 1, 0, 0, 1, 1]
    const { turns, speakers } = clusterSpeakers(people.map((person, n) => embedding(person, n)))
    expect(speakers).toBe(3)
    expect(turns.map((one) => [one.speaker, one.start, one.end])).toEqual([
      [0, 0, 2],
      [1, 2, 4],
      [0, 4, 6],
      [2, 6, 9],
      [1, 9, 11],
      [2, 11, 13],
    ])
  })

  it('takes bounded time for twelve hours', { timeout: 180_000 }, () => {
    const person = (n: number) => Math.floor(n / 7) % 3
    const classical = (n: number): Voice => ({
      start: n * 1.6,
      end: n * 1.6 + 1.2,
      kind: 'classical',
      features: [
        ...Array.from({ length: 19 }, (_, k) => (k % 3 === person(n) ? 6 : 0) + random() * 6),
        ...Array.from({ length: 19 }, () => 4 + random()),
      ],
    })
    const voices = Array.from({ length: 27_000 }, (_, n) => classical(n))
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
