// The definitions of the stand-in portal of local mode: a Japanese company that sells a service to other companies.
import type { Portal } from '../portal.ts'
import { group, inOrder, options, pipeline, property, stage } from './define.ts'

export const TRIAL_PORTAL = '48201577'

const pipelines = inOrder([
  pipeline('default', '新規営業', [
    stage('appointmentscheduled', 'アポイント獲得', 0.1),
    stage('qualifiedtobuy', 'ヒアリング', 0.2),
    stage('presentationscheduled', '提案', 0.4),
    stage('decisionmakerboughtin', '見積提出', 0.6),
    stage('contractsent', '最終交渉', 0.8),
    stage('closedwon', '受注', 1, true),
    stage('closedlost', '失注', 0, true),
  ]),
  pipeline('71904421', '既存顧客・更新', [
    stage('139820451', '更新案内', 0.5),
    stage('139820452', '利用状況の確認', 0.6),
    stage('139820453', 'アップセル提案', 0.7),
    stage('139820454', '契約更新', 1, true),
    stage('139820455', '解約', 0, true),
  ]),
])

const groups = inOrder([
  group('dealinformation', '取引情報'),
  group('hearing', 'ヒアリング内容'),
  group('decision', '決裁と予算'),
  group('schedule', '導入スケジュール'),
  group('contract', '契約条件'),
  group('deal_revenue', '収益分析'),
])

const hubspot = { hubspotDefined: true }

const information = [
  property('dealname', '取引名', 'string/text', 'dealinformation', '取引の名前。会社名と案件名。', hubspot),
  property('pipeline', 'パイプライン', 'enumeration/select', 'dealinformation', '取引が属するパイプライン。', {
    ...hubspot,
    externalOptions: true,
  }),
  property('dealstage', '取引ステージ', 'enumeration/radio', 'dealinformation', '取引がどの段階にあるか。', {
    ...hubspot,
    externalOptions: true,
  }),
  property('amount', '金額', 'number/number', 'dealinformation', '取引の合計金額（円）。見積もりや契約の金額。', {
    ...hubspot,
    showCurrencySymbol: true,
  }),
  property('closedate', 'クローズ日', 'datetime/date', 'dealinformation', '契約を結ぶ予定の日。', hubspot),
  property('description', '取引の説明', 'string/textarea', 'dealinformation', '取引の内容の説明。', hubspot),
  property('dealtype', '取引タイプ', 'enumeration/radio', 'dealinformation', '新規の顧客か、既存の顧客か。', {
    ...hubspot,
    options: options({ newbusiness: '新規ビジネス', existingbusiness: '既存ビジネス' }),
  }),
  property('hs_next_step', '次のステップ', 'string/text', 'dealinformation', '次に行うこと。誰が何をするか。', hubspot),
  property('hs_priority', '優先度', 'enumeration/select', 'dealinformation', '取引の優先度。', {
    ...hubspot,
    options: options({ low: '低', medium: '中', high: '高' }),
  }),
  property('hubspot_owner_id', '取引担当者', 'enumeration/select', 'dealinformation', '取引の担当者。', {
    ...hubspot,
    externalOptions: true,
  }),
  property('createdate', '作成日', 'datetime/date', 'dealinformation', '取引を作成した日時。', {
    ...hubspot,
    isReadOnly: true,
  }),
  property('hs_lastmodifieddate', '最終更新日', 'datetime/date', 'dealinformation', '最後に変更した日時。', {
    ...hubspot,
    isReadOnly: true,
  }),
  property('hs_object_id', 'レコードID', 'number/number', 'dealinformation', '取引の番号。', {
    ...hubspot,
    isReadOnly: true,
  }),
  property('hs_attachments', '添付ファイル', 'string/file', 'dealinformation', '取引に添付したファイル。', hubspot),
]

const hearing = [
  property('kadai', '課題', 'string/textarea', 'hearing', '顧客が困っていること、解決したい課題。'),
  property('youbou', '要望', 'string/html', 'hearing', '顧客が希望する機能や条件。'),
  property('kyougou', '競合製品', 'enumeration/checkbox', 'hearing', '顧客が比較している、または利用中の他社製品。', {
    options: options({
      sakura_note: 'サクラノート',
      voicelog: 'VoiceLog',
      gijiroku_master: '議事録マスター',
      talkscope: 'TalkScope',
      in_house: '自社開発',
      none: 'なし',
    }),
  }),
  property('riyou_system', '利用中のシステム', 'enumeration/checkbox', 'hearing', '顧客が業務で使っているシステム。', {
    options: options({
      crm: 'CRM',
      sfa: 'SFA',
      groupware: 'グループウェア',
      phone: 'クラウド電話',
      chat: 'ビジネスチャット',
    }),
  }),
  property('riyou_ninzu', '利用人数', 'number/number', 'hearing', 'サービスを利用する予定の人数。'),
  property('kyoten_su', '拠点数', 'number/number', 'hearing', 'サービスを利用する拠点や店舗の数。'),
  property('gyoushu', '業種', 'enumeration/select', 'hearing', '顧客の業種。', {
    options: options({
      manufacturing: '製造業',
      it: '情報通信業',
      finance: '金融業',
      retail: '小売業',
      medical: '医療・福祉',
      education: '教育',
      real_estate: '不動産業',
      construction: '建設業',
      other: 'その他',
    }),
  }),
  property(
    'trial_riyou',
    'トライアル利用',
    'bool/booleancheckbox',
    'hearing',
    'トライアルを利用する、または利用した。',
  ),
]

const decision = [
  property('kessaisha', '決裁者', 'string/text', 'decision', '導入を最終的に決める人。氏名と役職。'),
  property('madoguchi', '窓口担当者', 'string/text', 'decision', '顧客側の窓口となる担当者の氏名。'),
  property('madoguchi_tel', '窓口の電話番号', 'string/phonenumber', 'decision', '窓口担当者の電話番号。'),
  property('yosan', '予算', 'number/number', 'decision', '顧客が用意している予算の金額（円）。', {
    showCurrencySymbol: true,
  }),
  property('yosan_kakuho', '予算確保済み', 'bool/booleancheckbox', 'decision', '予算がすでに確保されている。'),
  property('kessai_kaigi', '決裁会議の日', 'date/date', 'decision', '導入を決める社内会議や稟議の日。'),
  property('kessai_process', '決裁プロセス', 'enumeration/radio', 'decision', '導入を決める手続き。', {
    options: options({ ringi: '稟議', board: '取締役会', department: '部門内決裁', tender: '入札' }),
  }),
]

const schedule = [
  property('dounyu_jiki', '導入時期', 'date/date', 'schedule', 'サービスの利用を始めたい日。'),
  property('jikai_uchiawase', '次回打ち合わせ日時', 'datetime/date', 'schedule', '次の打ち合わせの日時。'),
  property('teian_kigen', '提案書の提出期限', 'date/date', 'schedule', '提案書や見積書を提出する期限。'),
  property('kakudo', '受注確度', 'enumeration/select', 'schedule', '受注できる見込み。', {
    options: options({ a: 'A（ほぼ確実）', b: 'B（可能性が高い）', c: 'C（検討中）', d: 'D（情報収集）' }),
  }),
]

const contract = [
  property('keiyaku_kikan', '契約期間（か月）', 'number/number', 'contract', '契約する期間。月の数。'),
  property('shiharai_houhou', '支払方法', 'enumeration/select', 'contract', '料金の支払方法。', {
    options: options({
      invoice_monthly: '請求書（月払い）',
      invoice_yearly: '請求書（年払い）',
      card: 'クレジットカード',
    }),
  }),
  property('nebiki_ritsu', '値引き率', 'number/number', 'contract', '値引きの割合（パーセント）。'),
  property('hiaringu_memo', '特記事項', 'string/textarea', 'contract', '契約についての特別な条件や注意点。'),
  property('nda', '秘密保持契約', 'bool/booleancheckbox', 'contract', '秘密保持契約（NDA）を締結済みである。'),
]

const revenue = [
  property(
    'hs_projected_amount',
    '予測金額',
    'number/calculation_equation',
    'deal_revenue',
    '金額と確度から計算した値。',
    {
      ...hubspot,
      calculated: true,
      isReadOnly: true,
    },
  ),
]

export const trialPortal: Portal = {
  id: TRIAL_PORTAL,
  name: '株式会社みどり商会（お試し）',
  timeZone: 'Asia/Tokyo',
  currency: 'JPY',
  pipelines,
  groups,
  properties: inOrder([...information, ...hearing, ...decision, ...schedule, ...contract, ...revenue]),
}
