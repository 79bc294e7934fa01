import { expect, it } from 'vitest'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { folderToRecordInto } from './record-address.ts'
import { recordPathOf } from './folder-page.tsx'
import { availableChoice } from './recording-choice.ts'
import { fileNames } from './save-stored.ts'
import { choiceWithout } from './SourceProblem.tsx'

const USB = { deviceId: 'usb' } as MediaDeviceInfo
const DEVICES = { microphones: [USB], cameras: [] }

it('a device that is gone is replaced by that of the system, a camera by none', () => {
  const choice = { microphoneId: 'bluetooth', screen: { picture: true }, cameraId: 'old' }
  expect(availableChoice(choice, DEVICES, true)).toEqual({
    microphoneId: 'default',
    screen: { picture: true },
    cameraId: null,
  })
  expect(availableChoice({ ...choice, microphoneId: 'usb' }, DEVICES, false)).toEqual({
    microphoneId: 'usb',
    screen: null,
    cameraId: null,
  })
})

it('a recording continues without the source that has a problem if another one has sound', () => {
  const both = { microphoneId: 'usb', screen: { picture: false }, cameraId: null }
  expect(choiceWithout({ device: 'microphone', kind: 'lost' }, both)).toEqual({ ...both, microphoneId: null })
  expect(choiceWithout({ device: 'screen', kind: 'lost' }, { ...both, microphoneId: null })).toBeNull()
})

it.each([
  [['audio/webm;codecs=opus'], ['商談 1-2.weba']],
  [
    ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'audio/ogg'],
    ['商談 1-2 (1).mp4', '商談 1-2 (2).ogg'],
  ],
])('the segments %j are saved as %j', (mimes, names) =>
  expect(
    fileNames(
      '商談 1/2',
      mimes.map((mime) => ({ mime, hasVideo: mime.startsWith('video/') })),
    ),
  ).toEqual(names),
)

it.each([
  ['/projects/7', 7],
  ['/projects/7/files/3', 7],
  ['/projects/7/record', null],
  ['/mypage/profile', null],
])('APP-07 the header of %s records into %j', (path, id) => expect(folderToRecordInto(path)).toBe(id))

it.each([
  ['a folder, whose header has the button,', { is_root_item: false, record: true, create_folder: true }, null],
  ['the home', { is_root_item: true, record: false, create_folder: true }, '/record'],
  ['the home of a guest', { is_root_item: true, record: false, create_folder: false }, null],
])('PERM-13 %s offers %j', (_, { is_root_item, record, create_folder }, path) =>
  expect(recordPathOf({ is_root_item, can: { record, create_folder } as Project['can'] })).toBe(path),
)
