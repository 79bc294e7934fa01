export const ja = {
  title: 'Kaiwaへようこそ',
  steps: {
    record: {
      title: '録音をアップロードするだけ',
      text: '商談、面接、会議。音声や動画をフォルダに置くと、話者ごとに分かれた文章になります。',
      scene: '音声の波形が、話者ごとの文章に変わる様子',
    },
    read: {
      title: '聞きながら読んで、その場で直す',
      text: '話している単語に色が付きます。誤りはその場で直せて、変更はいつでも元に戻せます。',
      scene: '再生に合わせて単語に色が付き、1語が修正される様子',
    },
    find: {
      title: '大事なところに、すぐ戻れる',
      text: '話された言葉で検索し、タグやセクションで印を付ければ、聞きたい箇所がすぐに見つかります。',
      scene: '検索した言葉と、タグの付いた箇所に印が付く様子',
    },
    begin: {
      title: '最初のフォルダを作りましょう',
      text: '録音はフォルダの中に置きます。名前はあとから変えられます。',
      textForGuests: 'フォルダに録音をアップロードするか、共有された録音を開いてください。',
      scene: 'フォルダ',
    },
  },
  place: '{total}枚中{step}枚目',
  skip: 'スキップ',
  next: '次へ',
  start: 'はじめる',
  folderName: 'フォルダ名',
  firstFolder: 'はじめての録音',
  say: {
    one: '本日はありがとうございます。',
    two: 'こちらこそ、',
    wrong: '議事六',
    right: '議事録',
    rest: 'の件ですね。',
    found: '来週の水曜日',
  },
  tag: '次の行動',
}

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
