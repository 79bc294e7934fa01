import { expect, it } from 'vitest'
import { chooseTracks } from './choose-tracks.ts'
import { heardTracks } from './probe.ts'
import { audio, probe } from './test/probes.ts'

const tracks = [1, 2, 3].map((index) => audio({ index }))

it.each([
  ['the only one with sound', [0, 40, 0], [2]],
  ['the first one', [40, 0, 0], [1]],
  ['a mix of those with sound', [40, 0.2, 3], [1, 3]],
  ['the default one if none has sound', [0, 0, 0], [1]],
])('chooses %s', (_, sound, heard) =>
  expect(heardTracks(chooseTracks(probe({ tracks, audio: tracks[0]! }), sound)).map(({ index }) => index)).toEqual(
    heard,
  ),
)
