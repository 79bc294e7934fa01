// The light build has no subtitles, DRM or alternate audio, which our streams do not use. It has no types; those of the
// full library match.
import type Hls from 'hls.js'
// @ts-expect-error no declaration file for the light build
import light from 'hls.js/light'

export default light as typeof Hls
