import { textsOf } from '#server/kit/texts.ts'

/** The words of certificates by language. A placeholder is `{name}`. */
export const certificateTexts = textsOf('certificate')
