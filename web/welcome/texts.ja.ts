export const ja = {
  title: 'Kaiwaへようこそ',
  film: '紹介動画：録音のアップロードから、再生しながらの確認、修正、検索まで',
  text: '最初のフォルダを作成しましょう。録音はフォルダに保存します。フォルダ名はあとから変更できます。',
  textForGuests: 'フォルダの録音を開くと、再生しながら文字起こしを読めます。',
  skip: 'スキップ',
  start: 'はじめる',
  sample: 'サンプルを開く',
  folderName: 'フォルダ名',
  firstFolder: 'はじめての録音',
}
