import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  recent: 'Recent recordings',
  noRecent: 'No recordings yet. They appear here after an upload.',
  noRecentForViewers: 'Recordings that you may read appear here.',
  running: 'In progress',
  more: '{count} more',
  shared: 'Shared with me',
  sharedBy: '{name} · {at}',
  drop: 'Upload recordings',
  dropText: 'Drop files here, or choose them.',
  chooseText: 'Choose audio or video files.',
  folder: 'Folder to upload to',
  recordings: '“Recordings” (new folder)',
  done: ' (done)',
  steps: 'First steps',
  step: {
    sample: { title: 'Try the sample', text: 'A sales call of four minutes in Japanese, to read and correct.' },
    upload: { title: 'Upload a recording', text: 'Audio or video of a meeting becomes a transcript.' },
    invite: { title: 'Invite a colleague', text: 'Read and correct the same recordings together.' },
  },
  addSample: 'Add the sample',
  openSample: 'Open the sample',
  members: 'Invite members',
}
