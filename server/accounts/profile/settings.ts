import { type Settings, settings as schema } from '@kaiwa/contract/accounts.ts'

export const defaultSettings: Settings = {
  is_tag_list_opened: false,
  is_chat_opened: false,
  is_section_opened: false,
  is_first_steps_closed: false,
  is_uncertain_marked: true,
  chat_width: 320,
  chat_model: 'openai_gpt35_turbo',
  locale: 'ja',
  theme: 'auto',
}

/** Stored settings, with defaults for missing and invalid values. */
export function readSettings(stored: unknown): Settings {
  const settings: Record<string, unknown> = { ...defaultSettings }
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  for (const [key, field] of Object.entries(schema.shape)) {
    const result = field.safeParse((stored as Record<string, unknown>)[key])
    if (result.success) settings[key] = result.data
  }
  return settings as Settings
}
