import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  popover: 'Actions for the selection',
  keysHint: '“{text}” is selected. Press Tab for actions.',
  toolbar: 'Selection toolbar',
  copy: 'Copy',
  copyLong: 'Copy with speaker and time',
  copied: 'Copied with speaker and time',
  link: 'Link',
  linkLong: 'Copy link to this moment',
  linkCopied: 'Link copied',
  notCopied: 'Could not copy. Please check the settings of your browser.',
}
