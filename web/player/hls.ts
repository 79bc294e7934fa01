// The light build leaves out subtitles, DRM and alternate audio, none of which our streams have. It ships without types
// of its own; those of the whole library fit.
import type Hls from 'hls.js'
// @ts-expect-error no declaration file for the light build
import light from 'hls.js/light'

export default light as typeof Hls
