import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Welcome to Kaiwa',
  steps: {
    record: {
      title: 'Just upload a recording',
      text: 'Sales calls, interviews, meetings: put audio or video into a folder and it becomes text, speaker by speaker.',
      scene: 'A waveform becomes text, speaker by speaker',
    },
    read: {
      title: 'Read while you listen, correct in place',
      text: 'The word that is spoken is marked. Mistakes are corrected where they stand, and every change can be taken back.',
      scene: 'Words are marked as they are spoken, and one is corrected',
    },
    find: {
      title: 'Back to what matters, at once',
      text: 'Search for what was said, and mark passages with tags and sections, to find what you want to hear again.',
      scene: 'The words of a search and a tagged passage are marked',
    },
    begin: {
      title: 'Make your first folder',
      text: 'Recordings live in folders. You can rename it at any time.',
      textForGuests: 'Upload recordings into a folder, or open what was shared with you.',
      scene: 'A folder',
    },
  },
  place: '{step} of {total}',
  skip: 'Skip',
  next: 'Next',
  start: 'Get started',
  folderName: 'Folder name',
  firstFolder: 'My first recordings',
  say: {
    one: 'Thank you for your time.',
    two: 'Likewise. About the ',
    wrong: 'whether',
    right: 'weather',
    rest: ' report:',
    found: 'next Wednesday',
  },
  tag: 'Next step',
}
