// Detects the type of a file by its first bytes. The extension is checked too, but proves nothing: a playlist, script,
// picture or text named .mp4 is rejected here, before any program opens it.

export const ALLOWED_EXTENSIONS = ['mp4', 'mkv', 'mov', 'mp3', 'flac', 'wav', 'm4a'] as const
export type AllowedExtension = (typeof ALLOWED_EXTENSIONS)[number]
/** `ogg` occurs only in segments that a browser recorded, see `sniffRecorded`. */
export type ContainerKind = 'mp4' | 'matroska' | 'mp3' | 'flac' | 'wav' | 'aac' | 'ogg'

/** Number of leading bytes that `sniff` needs; fewer when the file is shorter. */
export const SNIFF_BYTES = 4096

const AUDIO_EXTENSIONS = new Set<string>(['mp3', 'flac', 'wav', 'm4a'])
const MP4_BOXES = new Set(['moov', 'mdat', 'free', 'skip', 'wide', 'pnot'])
const IMAGE_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'mif1', 'msf1', 'avif', 'avis', 'jxl '])

function ascii(bytes: Uint8Array, from: number, to: number) {
  return String.fromCharCode(...bytes.subarray(from, to))
}

/**
 * The extension in lower case when it is one of the seven accepted ones, otherwise null. The name `.mp4` alone has no
 * extension.
 */
export function allowedExtension(name: string): AllowedExtension | null {
  const found = /[^/\\]\.([a-z0-9]{3,4})$/i.exec(name)?.[1]?.toLowerCase()
  return ALLOWED_EXTENSIONS.find((extension) => extension === found) ?? null
}

/** True for extensions of audio files. The upload panel uses this before the file is probed. */
export function isAudioExtension(extension: AllowedExtension) {
  return AUDIO_EXTENSIONS.has(extension)
}

/** The container type by the first bytes of a file (up to `SNIFF_BYTES`); null when it is not accepted. */
export function sniff(head: Uint8Array): ContainerKind | null {
  if (ascii(head, 0, 4) === 'fLaC') return 'flac'
  if (/^(RIFF|RF64|BW64)$/.test(ascii(head, 0, 4)) && ascii(head, 8, 12) === 'WAVE') return 'wav'
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) return 'matroska'
  if (isMp4(head)) return 'mp4'
  if (hasId3(head) || mp3FramesAt(head, firstByte(head))) return 'mp3'
  if (hasAdtsFrames(head)) return 'aac'
  return null
}

/** Containers that the recorders of browsers write. */
export type RecordedKind = 'matroska' | 'mp4' | 'ogg'

/** The container of a segment that a browser recorded, by its first bytes; null for all others. */
export function sniffRecorded(head: Uint8Array): RecordedKind | null {
  if (ascii(head, 0, 4) === 'OggS') return 'ogg'
  const kind = sniff(head)
  return kind === 'matroska' || kind === 'mp4' ? kind : null
}

function isMp4(head: Uint8Array) {
  if (head.length < 12) return false
  const box = ascii(head, 4, 8)
  if (box === 'ftyp') return !IMAGE_BRANDS.has(ascii(head, 8, 12))
  const size = (head[0]! << 24) | (head[1]! << 16) | (head[2]! << 8) | head[3]!
  return MP4_BOXES.has(box) && (size === 0 || size === 1 || size >>> 0 >= 8)
}

function hasId3(head: Uint8Array) {
  return (
    head.length >= 10 &&
    ascii(head, 0, 3) === 'ID3' &&
    head[3]! >= 2 &&
    head[3]! <= 4 &&
    head.subarray(6, 10).every((byte) => byte < 0x80)
  )
}

function firstByte(head: Uint8Array) {
  return head.findIndex((byte) => byte !== 0)
}

/**
 * True if MP3 frames begin at `start`. Requires two consecutive frames, because a single sync word also occurs in text
 * and pictures.
 */
export function mp3FramesAt(head: Uint8Array, start: number): boolean {
  if (start < 0) return false
  const length = mp3FrameLength(head, start)
  return length > 0 && (start + length >= head.length - 4 ? start === 0 : mp3FrameLength(head, start + length) > 0)
}

/** True for AAC without a container (ADTS), which some recorders name .m4a: two consecutive frames. */
function hasAdtsFrames(head: Uint8Array) {
  const length = adtsFrameLength(head, 0)
  return length > 0 && adtsFrameLength(head, length) > 0
}

/** Size in bytes of the ADTS frame with its header at `at`; 0 when that is not a valid header. */
function adtsFrameLength(bytes: Uint8Array, at: number) {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0
  // Sampling frequencies 13 to 15 are reserved.
  if (((bytes[at + 2]! >> 2) & 15) > 12) return 0
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5)
  return length > 7 ? length : 0
}

const MPEG1_KBIT = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_KBIT = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES = [44100, 48000, 32000]

/** Size in bytes of the layer III frame with its header at `at`; 0 when that is not a valid header. */
function mp3FrameLength(bytes: Uint8Array, at: number) {
  const [sync, version, rates] = [bytes[at], bytes[at + 1], bytes[at + 2]]
  if (sync !== 0xff || version === undefined || rates === undefined || (version & 0xe6) !== 0xe2) return 0
  const mpeg = (version >> 3) & 3
  const rate = RATES[(rates >> 2) & 3]
  const kbit = (mpeg === 3 ? MPEG1_KBIT : MPEG2_KBIT)[rates >> 4]
  if (mpeg === 1 || !rate || !kbit) return 0
  const divisor = mpeg === 3 ? 1 : mpeg === 2 ? 2 : 4
  return Math.floor(((mpeg === 3 ? 144 : 72) * kbit * 1000) / (rate / divisor)) + ((rates >> 1) & 1)
}
