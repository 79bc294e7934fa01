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
    diarisation: 'Speaker separation',
    media: 'Media conversion',
    mail: 'Email',
    storage: 'Storage',
    realtime: 'Realtime',
  },
  states: { active: 'In use', available: 'Standby', downloading: 'Downloading', off: 'Off' },
  mailbox: 'Open the email outbox',
  reasons: {
    speech: {
      'server-not-set': 'No OpenAI-compatible server is configured. Set KAIWA_SPEECH_URL to use one.',
      'pocketsphinx-not-installed':
        'pocketsphinx is not installed. With the packages pocketsphinx and pocketsphinx-en-us, English can be transcribed without a model.',
      'diarisation-without-models':
        'Without models, speakers are separated by a simple method. Treat the result as an estimate.',
      'model-waiting': 'The model is waiting to be downloaded.',
      'model-downloading': 'The model is being downloaded.',
      'model-pinned': 'The model is pinned to the version that was downloaded first.',
      'model-not-found': 'The model was not found at its source. Put it in the KAIWA_MODELS folder.',
      'model-wrong-checksum': 'The downloaded model does not match its checksum and is not used. Download it again.',
      'model-bad-archive': 'The downloaded model could not be unpacked. Download it again.',
      'model-failed':
        'The model could not be downloaded. Check the network, or put the model in the KAIWA_MODELS folder.',
      'downloads-off': 'Model downloads are switched off. Put the models in the KAIWA_MODELS folder.',
      'disk-full': 'There is not enough disk space for the model. Free up some space.',
    },
    media: {
      'ffmpeg-missing': 'ffmpeg was not found, so files cannot be converted or transcribed. Install ffmpeg.',
    },
    operator: { only: 'Only the operator of this installation can turn it on.' },
    mail: {
      'kept-here':
        'No SMTP server is configured, so emails are not sent but kept in this installation. Set SMTP_URL to send them.',
    },
  },
}
