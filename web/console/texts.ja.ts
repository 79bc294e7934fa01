export const ja = {
  title: 'システムの状態',
  intro: 'このKaiwaで使える機能と、使えない機能を有効にする方法を確認できます。',
  on: '使える機能',
  off: '使えない機能',
  none: 'ありません。',
  noEngine: '利用できる音声認識エンジンがありません。アップロードはできますが、文字起こしはできません。',
  noMedia: 'ffmpegが見つからないため、録音を処理できません。',
  separator: '・',
  howTo: '対処方法を見る',
  dismiss: 'この表示を閉じる',
  languages: { ja: '日本語', en: '英語', zh: '中国語', ko: '韓国語', yue: '広東語' },
  kinds: {
    speech: '音声認識',
    diarisation: '話者の区別',
    media: '動画・音声の変換',
    mail: 'メール',
    storage: '保存先',
    realtime: 'リアルタイム通知',
  },
  states: { active: '使用中', available: '待機中', downloading: '取得中', off: '利用不可' },
  mailbox: 'メールを見る',
  reasons: {
    speech: {
      'server-not-set': 'OpenAI互換サーバーが設定されていません。使用する場合は KAIWA_SPEECH_URL を設定してください。',
      'pocketsphinx-not-installed':
        'pocketsphinx がインストールされていません。パッケージ pocketsphinx と pocketsphinx-en-us を追加すると、モデルなしで英語を文字起こしできます。',
      'diarisation-without-models':
        'モデルがないため、簡易な方法で話者を区別しています。結果は目安としてご利用ください。',
      'model-waiting': 'モデルの取得を待っています。',
      'model-downloading': 'モデルを取得しています。',
      'model-pinned': '最初に取得したモデルに固定して使用しています。',
      'model-not-found': '配布元にモデルが見つかりませんでした。KAIWA_MODELS のフォルダにモデルを配置してください。',
      'model-wrong-checksum':
        '取得したモデルのチェックサムが一致しないため、使用していません。もう一度取得してください。',
      'model-bad-archive': '取得したモデルを展開できませんでした。もう一度取得してください。',
      'model-failed':
        'モデルを取得できませんでした。ネットワークを確認するか、KAIWA_MODELS のフォルダにモデルを配置してください。',
      'downloads-off': 'モデルの取得が無効になっています。KAIWA_MODELS のフォルダにモデルを配置してください。',
      'disk-full': 'ディスクの空き容量が不足しているため、モデルを保存できません。空き容量を増やしてください。',
    },
    media: {
      'ffmpeg-missing':
        'ffmpeg が見つからないため、ファイルの変換と文字起こしはできません。ffmpeg をインストールしてください。',
    },
    operator: { only: '利用できるようにするには、このKaiwaの運営者にお問い合わせください。' },
    mail: {
      'kept-here':
        'SMTPサーバーが設定されていないため、メールは送信せず、このKaiwaの中に保存しています。送信するには SMTP_URL を設定してください。',
    },
  },
}
