import { expect, it } from 'vitest'
import { chooseTracks, trackGroups } from './choose-tracks.ts'
import { speechTrackRun } from './media-runs.ts'
import { heardTracks } from './probe.ts'
import { audio, probe } from './test/probes.ts'

const tracks = [1, 2, 3].map((index) => audio({ index }))

it.each([
  ['the only one with sound', [0, 40, 0], [2]],
  ['the first one', [40, 0, 0], [1]],
  ['a mix of those with sound', [40, 0.2, 3], [1, 3]],
  ['the default one if none has sound', [0, 0, 0], [1]],
])('chooses %s', (_, sound, heard) =>
  expect(
    heardTracks(
      chooseTracks(
        probe({ tracks, audio: tracks[0]! }),
        sound.map((seconds, at) => ({ index: at + 1, seconds, start: 0 })),
      ),
    ).map(({ index }) => index),
  ).toEqual(heard),
)

it('a track that was heard late is read ahead, from an input of its own', () => {
  const sounds = [1, 3].map((index) => ({ index, seconds: 40, start: index === 3 ? 3600 : 0 }))
  const chosen = chooseTracks(probe({ tracks, audio: tracks[0]!, video: null }), sounds)
  const { args } = speechTrackRun({ path: '/in/x.mkv', probe: chosen, maxSeconds: 43_200 })
  expect(args.filter((argument) => argument === '-i')).toHaveLength(2)
  expect(args.join(' ')).toMatch(/\[0:1\].*\[1:3\]/)
})

it('more tracks than one program decodes are listened to in groups', () => {
  const many = Array.from({ length: 20 }, (_, index) => audio({ index }))
  expect(trackGroups(probe({ tracks: many })).map((group) => group.length)).toEqual([8, 8, 4])
})
