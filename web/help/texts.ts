export const ja = {
  title: 'ユーザーガイド',
  contents: '目次',
  upload: {
    title: 'アップロード',
    text: 'フォルダを開き、録音ファイルをドラッグするか「アップロード」から選びます。対応形式は mp4, mkv, mov, mp3, flac, wav, m4a です。話者の人数と言語は、わかる場合に指定すると精度が上がります。',
    resume:
      '通信が切れても、送信済みの部分は失われません。オンラインに戻ると続きから送信します。ページを閉じた場合は、一覧の「再開」から同じファイルを選んでください。',
  },
  progress: {
    title: '解析の進み具合',
    text: '一覧のバーは、これまでの処理速度から計算した見込みです。最初の部分が文字になった時点から、ファイルを開いて読むことができます。',
  },
  silent: {
    title: '「音声が検出されませんでした」「文字起こしできる発話がありませんでした」と表示されたとき',
    text: '前者はファイルに音声が含まれていないこと、後者は音声はあるものの話し声が見つからないことを示します。録音機器のマイク設定と、ほかのプレーヤーで声が聞こえるかをご確認のうえ、正しいファイルをアップロードしてください。',
  },
  stopped: {
    title: '解析が止まったとき',
    text: '「解析を再開」で、最後に終わった段階から続けられます。言語に対応する音声認識エンジンがない場合は、別の言語を選ぶか、運営者にエンジンの追加を依頼してください。',
  },
  keys: {
    title: 'キーボード操作',
    text: 'Tabで項目を移動し、Enterで開きます。一覧とフォルダでは上下の矢印キー、フォルダの開閉には左右の矢印キーが使えます。',
  },
  support: {
    title: 'サポート',
    text: '解決しない場合は、このKaiwaを運営している担当者にご連絡ください。ファイル名、表示されたメッセージ、発生した日時を添えると、調査が早く進みます。',
  },
}

export const en: typeof ja = {
  title: 'User guide',
  contents: 'Contents',
  upload: {
    title: 'Uploading',
    text: 'Open a folder and drag recordings onto it, or choose them with “Upload”. Accepted are mp4, mkv, mov, mp3, flac, wav and m4a. Where you know the number of speakers and the language, setting them makes the result better.',
    resume:
      'When the connection breaks, nothing that was sent is lost. Sending goes on when you are online again. If you closed the page, press “Resume” in the list and choose the same file.',
  },
  progress: {
    title: 'Progress of the analysis',
    text: 'The bar in the list is an estimate from the measured speed. As soon as the first part has become text, the file can be opened and read.',
  },
  silent: {
    title: 'When it says “No audio detected” or “No transcript”',
    text: 'The first means that the file holds no sound, the second that there is sound but no speech. Check the microphone of the recording device and whether another player lets you hear voices, then upload the right file.',
  },
  stopped: {
    title: 'When the analysis stopped',
    text: '“Resume analysis” goes on from the last finished stage. Where no speech engine knows the language, choose another language or ask the operator to add an engine.',
  },
  keys: {
    title: 'Keyboard',
    text: 'Tab walks through what can be used, Enter opens. In lists and folders the up and down arrows walk, and left and right collapse and expand folders.',
  },
  support: {
    title: 'Support',
    text: 'If nothing helps, contact the people who operate this Kaiwa. The file name, the message you saw, and when it happened make it quick to find the cause.',
  },
}
