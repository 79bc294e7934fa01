// The web app manifest, one for each language: the build writes both, and public/first.js links that of the page. Imported by the
// build, so it reads no files of the app.
import { LIMITS } from '@kaiwa/contract/limits.ts'

type Locale = 'ja' | 'en'

const TEXTS = {
  ja: {
    description: '会話を文字に。録音した会話を文字起こしし、修正、検索、共有できるワークスペース。',
    record: '録音する',
    search: '検索する',
    audio: '音声ファイル',
    video: '動画ファイル',
  },
  en: {
    description: 'A workspace that turns recorded conversations into transcripts to correct, search and share.',
    record: 'Record',
    search: 'Search',
    audio: 'Audio file',
    video: 'Video file',
  },
}

type Extension = (typeof LIMITS.uploadExtensions)[number]

/** Media types by which systems know the files of the upload list (UP-01). A type may have several names. */
const MEDIA_TYPES: Readonly<Record<Extension, readonly string[]>> = {
  mp4: ['video/mp4'],
  mkv: ['video/x-matroska', 'video/matroska'],
  mov: ['video/quicktime'],
  mp3: ['audio/mpeg', 'audio/mp3'],
  flac: ['audio/flac', 'audio/x-flac'],
  wav: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'audio/m4a'],
}

function handlerOf(name: string, kind: 'audio' | 'video') {
  const types = LIMITS.uploadExtensions.flatMap((extension) =>
    MEDIA_TYPES[extension]
      .filter((type) => type.startsWith(`${kind}/`))
      .map((type) => [type, [`.${extension}`]] as const),
  )
  return { action: '/shared', name, accept: Object.fromEntries(types) }
}

/** File name of the manifest of a language. */
export function manifestName(locale: Locale): string {
  return locale === 'ja' ? 'manifest.webmanifest' : 'manifest.en.webmanifest'
}

export function manifestOf(locale: Locale) {
  const t = TEXTS[locale]
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] })
  return {
    // The same in both languages, so that a change of the language updates the installed app.
    id: '/',
    name: 'Kaiwa',
    short_name: 'Kaiwa',
    description: t.description,
    lang: locale,
    dir: 'ltr',
    start_url: '/projects',
    scope: '/',
    display: 'standalone',
    theme_color: '#165e83',
    background_color: '#f6f8f9',
    categories: ['business', 'productivity'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [shortcut(t.record, '/record'), shortcut(t.search, '/search')],
    // A window that is open may hold unsaved work, or record: it is not taken for another page.
    launch_handler: { client_mode: ['navigate-new', 'auto'] },
    protocol_handlers: [{ protocol: 'web+kaiwa', url: '/open?url=%s' }],
    file_handlers: [handlerOf(t.audio, 'audio'), handlerOf(t.video, 'video')],
    share_target: {
      action: '/share-target',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        files: [
          {
            name: 'files',
            accept: ['audio/*', 'video/*', ...LIMITS.uploadExtensions.map((extension) => `.${extension}`)],
          },
        ],
      },
    },
  }
}
