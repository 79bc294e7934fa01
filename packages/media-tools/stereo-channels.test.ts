import { expect, it } from 'vitest'
import { louderChannel } from './stereo-channels.ts'
import { segmenter } from './segment.ts'
import { pcmFrames } from './pcm-frames.ts'
import { concat, mix, noise, quiet, speechLike, stereo } from './test/signals.ts'

// Two people take turns of 4 s each, with 1 s of overlap.
const agent = concat(speechLike(5, -25, 120), quiet(3), speechLike(5, -25, 120), quiet(3))
const client = concat(quiet(4), speechLike(4.5, -28, 210), quiet(3.5), speechLike(4, -28, 210))

function hall(track: Int16Array) {
  return mix(track, noise(track.length / 16_000, -58), 1)
}

function judged(left: Int16Array, right: Int16Array) {
  const cutter = segmenter({ sampleRate: 16_000, channels: 2 })
  const track = stereo(left, right)
  pcmFrames({ sampleRate: 16_000, channels: 2 }, (frame) => void cutter.push(frame)).push(new Uint8Array(track.buffer))
  return cutter.separation()!.separate
}

it.each([
  ['a call with each side on its own channel', true, agent, client],
  ['the same with noise on both lines', true, hall(agent), hall(client)],
  ['the same with echo of the other side 20 dB lower', true, mix(agent, client, 0.1), mix(client, agent, 0.1)],
  ['a mono recording saved as stereo', false, mix(agent, client, 1), mix(agent, client, 1)],
  ['two people left and right of one stereo microphone', false, mix(agent, client, 0.5), mix(client, agent, 0.5)],
  ['one dead channel', false, mix(agent, client, 1), quiet(16)],
  ['a monologue on one side', false, speechLike(16, -25), quiet(16)],
  ['silence', false, quiet(16), quiet(16)],
  [
    'two seconds, too short to decide',
    false,
    concat(speechLike(1, -25), quiet(1)),
    concat(quiet(1), speechLike(1, -25)),
  ],
])('%s: separate is %s', (_, separate, left, right) => expect(judged(left, right)).toBe(separate))

it('returns the channel that spoke', () => {
  const left = Float32Array.from({ length: 100 }, (_, at) => (at < 50 ? -20 : -60))
  const right = Float32Array.from({ length: 100 }, (_, at) => (at < 50 ? -50 : -25))
  expect([louderChannel([left, right], 0, 0.4), louderChannel([left, right], 1.2, 1.9)]).toEqual([0, 1])
  expect(louderChannel([left, right], 5, 6)).toBe(0)
})
