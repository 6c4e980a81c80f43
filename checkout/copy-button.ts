import { type Markup, markup } from './markup.ts'
import type { PageTexts } from './texts.ts'

/** Copies the `bdi` beside it; `letCopy` of the script does so. */
export const copyButton = (label: string, texts: PageTexts): Markup =>
  markup` <button class="copy" type="button" data-copy aria-label="${texts.copy}: ${label}"><span data-copy-says="copy">${texts.copy}</span><span data-copy-says="copied" hidden>${texts.copied}</span></button>`
