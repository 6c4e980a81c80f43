import type { FlatTexts } from './gate.ts'

interface Rule {
  /** What must not stand in a text. */
  wrong: RegExp
  why: string
}

const doubleSpace: Rule = { wrong: /(?<=\S) {2,}(?=\S)/, why: 'double space' }
/** Around words; a text with code keeps those of the code. */
const straightQuotes: Rule = { wrong: /(?<![=\\{:,])"(?=\p{L})|(?<=\p{L})"(?![:,}\\>])/u, why: 'straight quotes' }
const straightApostrophe: Rule = { wrong: /\p{L}'\p{L}/u, why: 'straight apostrophe' }
const fullWidth: Rule = {
  wrong:
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;!?](?=$|\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u,
  why: 'half-width punctuation',
}

/** The rules of a language beside those of all; English has its own in `i18n.test.ts`. */
const rulesOf: Readonly<Record<string, readonly Rule[]>> = {
  es: [
    straightApostrophe,
    { wrong: /^[^¿]*\p{L}[^¿]*\?/u, why: 'a question without ¿' },
    { wrong: /(?<!\p{L})(?:tú|tus?|tienes|puedes)(?!\p{L})/iu, why: 'the familiar form of address' },
  ],
  fi: [
    straightApostrophe,
    // Which ending is right depends on the value.
    {
      wrong: /\}\}?:?(?:a|ä|n|ssa|ssä|sta|stä|lle|lla|llä|lta|ltä|ksi|un|in)(?!\p{L})/u,
      why: 'a case ending on a placeholder',
    },
  ],
  fr: [
    straightApostrophe,
    {
      wrong: /[^\s\u00a0\u202f][;!?»](?=\s|$)|[ ][;:!?»](?=\s|$)|«(?![\u00a0\u202f])/,
      why: 'no non-breaking space at punctuation',
    },
    { wrong: /(?<!\p{L})(?:tu|ton|tes|toi)(?!\p{L})/iu, why: 'the familiar form of address' },
  ],
  id: [
    straightApostrophe,
    { wrong: /\b(?:kamu|akaun|muat turun|kata laluan|bayaran balik)\b/i, why: 'not this language' },
  ],
  ja: [fullWidth],
  ko: [{ wrong: /(?:해요|돼요|에요|예요|어요|아요)[.?]/, why: 'another form of address' }],
  ms: [
    straightApostrophe,
    { wrong: /\b(?:pengembalian dana|unduh|unggah|kata sandi|akun|rekening|surel)\b/i, why: 'not this language' },
  ],
  th: [{ wrong: /ครับ|ค่ะ|นะคะ/, why: 'a particle that tells the speaker’s gender' }],
  'zh-Hans': [fullWidth],
}

/** What is wrong with the letters of a language's texts, one line each. */
export const misprints = (texts: FlatTexts, tag: string): string[] =>
  [...texts].flatMap(([key, text]) =>
    [doubleSpace, straightQuotes, ...(rulesOf[tag] ?? [])].flatMap(({ wrong, why }) =>
      wrong.test(text) ? [`${key}: ${why}`] : [],
    ),
  )
