import { serveJobs } from '#server/kit/files/resident.ts'
import { draw, type Drawing } from './draw.ts'
import { Fonts } from './fonts.ts'

/** The process that draws. Its fonts stay with it. */
const fonts = new Fonts()
if (import.meta.main) serveJobs((drawing: Drawing) => draw(drawing, fonts))
