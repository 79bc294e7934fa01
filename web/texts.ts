// The texts of all domains by name. Each language is a separate file, so that a page loads only the one that it shows.
export const TEXTS = {
  accounts: { ja: () => import('./accounts/texts.ja.ts'), en: () => import('./accounts/texts.en.ts') },
  admin: { ja: () => import('./admin/texts.ja.ts'), en: () => import('./admin/texts.en.ts') },
  analysis: { ja: () => import('./analysis/texts.ja.ts'), en: () => import('./analysis/texts.en.ts') },
  appShell: { ja: () => import('./app-shell/texts.ja.ts'), en: () => import('./app-shell/texts.en.ts') },
  applications: { ja: () => import('./applications/texts.ja.ts'), en: () => import('./applications/texts.en.ts') },
  assistant: { ja: () => import('./assistant/texts.ja.ts'), en: () => import('./assistant/texts.en.ts') },
  billing: { ja: () => import('./billing/texts.ja.ts'), en: () => import('./billing/texts.en.ts') },
  changeEmail: {
    ja: () => import('./accounts/change-email/texts.ja.ts'),
    en: () => import('./accounts/change-email/texts.en.ts'),
  },
  comments: { ja: () => import('./comments/texts.ja.ts'), en: () => import('./comments/texts.en.ts') },
  common: { ja: () => import('./ui/texts.ja.ts'), en: () => import('./ui/texts.en.ts') },
  console: { ja: () => import('./console/texts.ja.ts'), en: () => import('./console/texts.en.ts') },
  crm: { ja: () => import('./crm/texts.ja.ts'), en: () => import('./crm/texts.en.ts') },
  crmConnection: {
    ja: () => import('./crm/connection/texts.ja.ts'),
    en: () => import('./crm/connection/texts.en.ts'),
  },
  editing: {
    ja: () => import('./transcripts/editing/texts.ja.ts'),
    en: () => import('./transcripts/editing/texts.en.ts'),
  },
  exchange: { ja: () => import('./exchange/texts.ja.ts'), en: () => import('./exchange/texts.en.ts') },
  google: { ja: () => import('./accounts/google/texts.ja.ts'), en: () => import('./accounts/google/texts.en.ts') },
  guide: { ja: () => import('./guide/texts.ja.ts'), en: () => import('./guide/texts.en.ts') },
  home: { ja: () => import('./files/home/texts.ja.ts'), en: () => import('./files/home/texts.en.ts') },
  magic: { ja: () => import('./accounts/magic/texts.ja.ts'), en: () => import('./accounts/magic/texts.en.ts') },
  members: {
    ja: () => import('./membership/members/texts.ja.ts'),
    en: () => import('./membership/members/texts.en.ts'),
  },
  notifications: { ja: () => import('./notifications/texts.ja.ts'), en: () => import('./notifications/texts.en.ts') },
  palette: { ja: () => import('./palette/texts.ja.ts'), en: () => import('./palette/texts.en.ts') },
  passwords: {
    ja: () => import('./accounts/passwords/texts.ja.ts'),
    en: () => import('./accounts/passwords/texts.en.ts'),
  },
  payment: { ja: () => import('./payment/texts.ja.ts'), en: () => import('./payment/texts.en.ts') },
  player: { ja: () => import('./player/texts.ja.ts'), en: () => import('./player/texts.en.ts') },
  profile: { ja: () => import('./accounts/profile/texts.ja.ts'), en: () => import('./accounts/profile/texts.en.ts') },
  recording: { ja: () => import('./recording/texts.ja.ts'), en: () => import('./recording/texts.en.ts') },
  reports: { ja: () => import('./reports/texts.ja.ts'), en: () => import('./reports/texts.en.ts') },
  sections: { ja: () => import('./sections/texts.ja.ts'), en: () => import('./sections/texts.en.ts') },
  selection: {
    ja: () => import('./transcripts/selection/texts.ja.ts'),
    en: () => import('./transcripts/selection/texts.en.ts'),
  },
  sharing: {
    ja: () => import('./membership/sharing/texts.ja.ts'),
    en: () => import('./membership/sharing/texts.en.ts'),
  },
  speakers: { ja: () => import('./speakers/texts.ja.ts'), en: () => import('./speakers/texts.en.ts') },
  summary: { ja: () => import('./summary/texts.ja.ts'), en: () => import('./summary/texts.en.ts') },
  tags: { ja: () => import('./tags/texts.ja.ts'), en: () => import('./tags/texts.en.ts') },
  transcripts: { ja: () => import('./transcripts/texts.ja.ts'), en: () => import('./transcripts/texts.en.ts') },
  trash: { ja: () => import('./trash/texts.ja.ts'), en: () => import('./trash/texts.en.ts') },
  twoFactor: {
    ja: () => import('./accounts/two-factor/texts.ja.ts'),
    en: () => import('./accounts/two-factor/texts.en.ts'),
  },
  uploads: { ja: () => import('./uploads/texts.ja.ts'), en: () => import('./uploads/texts.en.ts') },
  welcome: { ja: () => import('./welcome/texts.ja.ts'), en: () => import('./welcome/texts.en.ts') },
  workspace: { ja: () => import('./tree/texts.ja.ts'), en: () => import('./tree/texts.en.ts') },
}

type Domains = typeof TEXTS

// A key that does not exist is a compile error.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    interpolationPrefix: '{'
    interpolationSuffix: '}'
    resources: { [Name in keyof Domains]: Awaited<ReturnType<Domains[Name]['ja']>>['ja'] }
  }
}
