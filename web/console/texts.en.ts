import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'System status',
  intro: 'What this installation of Kaiwa can do, and how to turn on what it cannot do yet.',
  on: 'Available',
  off: 'Not available',
  none: 'None.',
  noEngine: 'No speech engine is available. Files can be uploaded, but not transcribed.',
  noMedia: 'Recordings cannot be processed, because ffmpeg was not found.',
  separator: ', ',
  howTo: 'How to fix this',
  dismiss: 'Close this notice',
  languages: { ja: 'Japanese', en: 'English', zh: 'Chinese', ko: 'Korean', yue: 'Cantonese' },
  kinds: {
    speech: 'Speech recognition',
    diarisation: 'Telling speakers apart',
    media: 'Media conversion',
    mail: 'Mail',
    storage: 'Storage',
    realtime: 'Realtime',
  },
  states: { active: 'In use', available: 'Standing by', downloading: 'Downloading', off: 'Off' },
  mailbox: 'Open the mail outbox',
  reasons: {
    speech: {
      'server-not-set': 'No OpenAI-compatible server is configured. Set KAIWA_SPEECH_URL to use one.',
      'pocketsphinx-not-installed':
        'pocketsphinx is not installed. With the packages pocketsphinx and pocketsphinx-en-us, English can be transcribed without any model.',
      'diarisation-without-models':
        'Without models, speakers are told apart by a simple method. Take the result as a hint.',
      'model-waiting': 'The model waits to be downloaded.',
      'model-downloading': 'The model is being downloaded.',
      'model-pinned': 'The model is pinned to what was first downloaded.',
      'model-not-found': 'The model was not found at its source. Put it into the folder of KAIWA_MODELS.',
      'model-wrong-checksum': 'The downloaded model is not what it should be and is not used. Download it again.',
      'model-bad-archive': 'The downloaded model could not be unpacked. Download it again.',
      'model-failed':
        'The model could not be downloaded. Check the network, or put it into the folder of KAIWA_MODELS.',
      'downloads-off': 'Downloading models is switched off. Put them into the folder of KAIWA_MODELS.',
      'disk-full': 'The disk is too full for the model. Make room.',
    },
    media: {
      'ffmpeg-missing': 'ffmpeg was not found, so files cannot be converted or transcribed. Install ffmpeg.',
    },
    mail: {
      'kept-here':
        'No SMTP server is configured: mails are not sent but kept in this Kaiwa. Set SMTP_URL to send them.',
    },
  },
}
