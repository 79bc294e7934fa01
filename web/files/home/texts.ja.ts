export const ja = {
  recent: '最近の録音',
  noRecent: '録音はまだありません。アップロードすると、ここに並びます。',
  noRecentForViewers: '閲覧できる録音が追加されると、ここに並びます。',
  running: '処理中',
  more: 'ほか{count}件',
  shared: '共有されたもの',
  sharedBy: '{name}さん・{at}',
  drop: '録音をアップロード',
  dropText: 'ここにドロップするか、ファイルを選択します。保存先のフォルダは次の画面で選べます。',
  folder: '保存先のフォルダ',
  recordings: '「録音」フォルダ（新規作成）',
}
