import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Welcome to Kaiwa',
  film: 'Introduction: upload a recording, read while you listen, correct it and search it',
  text: 'Make your first folder. Recordings live in folders, and you can rename it at any time.',
  textForGuests: 'Upload recordings into a folder, or open what was shared with you.',
  skip: 'Skip',
  start: 'Get started',
  folderName: 'Folder name',
  firstFolder: 'My first recordings',
}
