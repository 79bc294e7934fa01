import { describe, expect, it } from 'vitest'
import { readFileName } from './check-entries.ts'

describe('UP-01 file names of uploads', () => {
  it.each([
    ['an ordinary one', '商談 2026-11.mp4', '商談 2026-11', 'mp4', false],
    ['upper case', 'CALL.MP3', 'CALL', 'mp3', true],
    ['climbing out of its folder', '../../etc/passwd.mp4', 'passwd', 'mp4', false],
    ['a Windows path', 'C:\\録音\\会議.wav', '会議', 'wav', true],
    ['emoji', '🎤録音👨‍👩‍👧.m4a', '🎤録音👨‍👩‍👧', 'm4a', true],
    ['half-width kana', 'ｶｲｷﾞ.flac', 'ｶｲｷﾞ', 'flac', true],
    ['a right-to-left override', 'report\u202E3pm.mp4', 'report3pm', 'mp4', false],
    ['a lone surrogate', 'a\uD800.mov', 'a\uFFFD', 'mov', false],
    ['only an ending', '.mkv', '.mkv', 'mkv', false],
    ['several dots', 'a.b.c.mov', 'a.b.c', 'mov', false],
  ])('accepts %s', (_case, given, title, extension, isAudio) => {
    expect(readFileName(given)).toMatchObject({ title, extension, isAudio })
  })

  it.each([
    ['a NUL', 'a\u0000.mp4', 'format'],
    ['a newline', 'a\nb.mp4', 'format'],
    ['300 characters', `${'あ'.repeat(296)}.mp4`, 'max'],
    ['another type', 'notes.txt', 'format'],
    ['a hidden type', 'movie\u202E4pm.exe', 'format'],
    ['no ending', 'movie', 'format'],
    ['nothing but a folder', 'folder/', 'required'],
  ])('refuses %s', (_case, given, error) => {
    expect(readFileName(given)).toEqual({ error })
  })

  it('cuts a long title between grapheme clusters', () => {
    const name = readFileName(`${'家'.repeat(95)}👨‍👩‍👧.mp4`)
    expect(name).toMatchObject({ title: '家'.repeat(95) })
  })
})
