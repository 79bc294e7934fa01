import type * as exchange from '../exchange.ts'
import type * as files from '../files.ts'
import type * as recordings from '../recordings.ts'
import type * as uploads from '../uploads.ts'
import type { TextsOf } from './operation-text.ts'

export const fileTexts: TextsOf<typeof files> = {
  getFile: {
    summary: 'Get a file',
    description:
      'A recording with its state. Durations are in seconds, sizes in MB of 1,048,576 bytes. Marks the file as seen.',
  },
  renameFile: {
    summary: 'Rename a file',
    description: 'Changes the title.',
    fields: { title: 'Title, 1 to 100 characters.' },
  },
  deleteFile: { summary: 'Delete a file', description: 'Moves it to the trash, where it is kept for 30 days.' },
  deleteFiles: {
    summary: 'Delete several files of a folder',
    description: 'Moves all of them to the trash, or none.',
  },
  cancelFile: {
    summary: 'Cancel the analysis of a file',
    description: 'The file becomes `canceled`. Minutes that were charged are not given back.',
  },
  redoFile: {
    summary: 'Start the analysis again',
    description: 'Cancels what runs and starts again, without charging again.',
  },
  retryFile: {
    summary: 'Resume the analysis of a file',
    description: 'Starts again from the last finished stage.',
    fields: { language: 'Another language to transcribe in; that of the file when left out.' },
  },
  changeLanguage: {
    summary: 'Recognise a file again in another language',
    description:
      'Cancels a running analysis first, and replaces the transcript. Nothing is charged twice. Refused with E_CONFLICT after an edit.',
    fields: { language: 'Language to transcribe in.' },
  },
  getDownload: {
    summary: 'Get the address of the original recording',
    description: "The address ends with the caller's access.",
    answer: { url: 'Address of the original recording.' },
  },
  exportClip: {
    summary: 'Export a part of a recording',
    description:
      'A clip from the streaming media, exact to the millisecond, as M4A or MP4 with at most 720 lines. At most 30 minutes of sound, or 10 of video. For those who may download the recording.',
    fields: {
      start: 'Start in seconds of the recording.',
      end: 'End in seconds of the recording.',
      kind: 'Sound, or video with sound.',
    },
  },
}

export const recordingTexts: TextsOf<typeof recordings> = {
  saveRecording: {
    summary: 'Describe a recording that is being sent',
    description:
      'For an upload that was announced with `recording`. The browser sends all that it knows each time: segments, markers, interruptions. A segment is announced before its first byte is sent.',
    fields: {
      segments: 'Each is a file of its own, which begins at a byte of the upload.',
      'segments.offset':
        'Its first byte in the upload; 0 for the first segment. A new one is not before the bytes that have arrived.',
      'segments.started_at': 'When it began.',
      markers: 'Places that the person marked. Each becomes a section.',
      'markers.seconds': 'Seconds of the recording, without pauses.',
      'markers.note': 'Name of the section; may be empty.',
      interruptions: 'Where sound is missing.',
      'interruptions.seconds': 'Seconds of the recording at which sound is missing.',
      'interruptions.missing': 'Seconds that were not recorded.',
      'interruptions.reason': 'Why.',
    },
  },
}

export const uploadTexts: TextsOf<typeof uploads> = {
  requestUpload: {
    summary: 'Announce recordings to upload',
    description:
      'Creates a file for each recording and answers the credentials of its tus upload, valid for 24 hours. If one recording is refused, all are.',
  },
  renewUpload: {
    summary: 'Renew the credentials of an upload',
    description: 'For an upload that was interrupted. The credentials are valid for 24 hours.',
  },
  completeUpload: {
    summary: 'Tell that the last byte was sent',
    description: 'Idempotent. Answers E_CONFLICT while bytes are missing.',
  },
  cancelUpload: {
    summary: 'Give up an upload',
    description: 'Removes the unfinished upload and the file that waits for it.',
  },
}

const REVISION_OF_IMPORT =
  'Revision of the transcript that is replaced, as `checkImport` answered it. Needed when the file has a transcript.'

const SUMMARY = {
  blocks: 'Number of blocks that the file would become.',
  start_time: 'When the first word is said, in seconds from the start of the recording.',
  end_time: 'When the last word is said, in seconds from the start of the recording.',
  sections: 'Number of sections.',
  tags: 'Number of tagged passages.',
  speakers: 'Speakers in the order of the file.',
  revision: 'Revision of the transcript as it is: `importTranscript` wants to be told.',
}

const EXPORT_PARTS = {
  speakers: 'Whether to write who speaks.',
  tags: 'Whether to write tagged passages.',
  sections: 'Whether to write sections.',
  summary:
    'The summary before the transcript, of TXT, Markdown and DOCX: the stored one, the stored or an extracted one, or none.',
  language: 'Language of headings and of speakers nobody knows.',
}

export const exchangeTexts: TextsOf<typeof exchange> = {
  exportTranscript: {
    summary: 'Export the transcript of a file',
    fields: EXPORT_PARTS,
    description:
      'The saved transcript as TXT, Markdown, DOCX, SRT, WebVTT, CSV or JSON. CSV is for those who may edit.',
  },
  previewExport: {
    summary: 'Preview an export',
    fields: EXPORT_PARTS,
    description: 'The beginning of the export as text, its file name, and the sections that can be chosen.',
    answer: {
      text: 'Beginning of the export.',
      sections: 'Sections that can be chosen.',
      'sections.uuid': 'Uuid of the block that begins the section.',
    },
  },
  checkImport: {
    summary: 'Check a transcript before importing it',
    description:
      'Reads SRT, WebVTT or JSON of at most 64 MB and says what it holds and what would be mended. Changes nothing.',
    answer: SUMMARY,
  },
  importTranscript: {
    summary: 'Import a transcript',
    description:
      'Replaces the transcript of a file by SRT, WebVTT or JSON of at most 64 MB. The history can take it back.',
    fields: { revision: REVISION_OF_IMPORT },
    answer: { ...SUMMARY, revision: 'Revision of the transcript after the import.' },
  },
}
