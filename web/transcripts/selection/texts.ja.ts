// Texts of the popover of selected text. Loaded with the first selection.
export const ja = {
  popover: '選択箇所の操作',
  keysHint: '「{text}」を選択中。Tabキーで操作に移動',
  toolbar: '選択箇所のツールバー',
  copy: 'コピー',
  copyLong: '話者と時刻を付けてコピー',
  copied: '話者と時刻を付けてコピーしました',
  link: 'リンク',
  linkLong: 'この箇所へのリンクをコピー',
  linkCopied: 'リンクをコピーしました',
  notCopied: 'コピーできませんでした。ブラウザの設定をご確認ください。',
}
