import type { Page } from '@playwright/test'
import { languageTags, type Language } from '#i18n/languages.ts'
import { report } from '#test/faults/counts.ts'
import { misfits, type Misfit } from './fits.ts'
import { expect } from './fixtures.ts'

/** Measures pages in each language, on a phone, a tablet and a desk. */
const widths = [360, 768, 1_280]
export const height = 800

interface Fault extends Misfit {
  screen: string
  languages: Language[]
  width: number
}
interface Look {
  /** @param of the address of a shopper's page, which is loaded in each language, or the only width to measure. */
  (screen: string, of?: { url?: string; only?: number }): Promise<void>
  faults: Fault[]
  measured: number
}

/** Measures what is open in each language and width. */
export async function looking(page: Page): Promise<Look> {
  await page.setViewportSize({ width: 1_280, height })
  const look: Look = Object.assign(
    async (screen: string, { url, only }: { url?: string; only?: number } = {}) => {
      const wide = only === undefined ? widths : [only]
      for (const [at, language] of languageTags.entries()) {
        if (url === undefined) await turnTo(page, language)
        else await page.goto(`${url}${url.includes('?') ? '&' : '?'}lang=${language}`)
        // Back and forth, so that the window changes once less.
        for (const width of at % 2 === 0 ? wide : wide.toReversed()) {
          await page.setViewportSize({ width, height })
          await settled(page)
          for (const misfit of await page.evaluate(misfits))
            takeDown(look.faults, { ...misfit, screen, languages: [language], width })
          look.measured += 1
        }
      }
    },
    { faults: [], measured: 0 },
  )
  return look
}

/** Changes the language as another tab does, without loading the page anew. */
export const turnTo = (page: Page, language: Language): Promise<void> =>
  page.evaluate((tag) => {
    localStorage.setItem('language', tag)
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: tag }))
    return new Promise<void>((resolve) => {
      const look = () => (document.documentElement.lang === tag ? resolve() : requestAnimationFrame(look))
      look()
    })
  }, language)

/** Unfolds what is folded, and waits for the fonts, for what is on its way, and until tables and panels have found their room. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) folded.open = true
    const frame = () => new Promise(requestAnimationFrame)
    const places = () => [...document.querySelectorAll('[data-position]')].map((panel) => JSON.stringify(panel.getBoundingClientRect())).join() // prettier-ignore
    let before = ''
    do {
      await frame()
      await document.fonts.ready
      before = places()
      // A frame's callbacks run before its sizes are observed.
      await frame()
      await frame()
    } while (document.querySelector('.mantine-Skeleton-root') || document.fonts.status === 'loading' || before !== places()) // prettier-ignore
  })

/** A fault of several languages is one. */
function takeDown(faults: Fault[], fault: Fault): void {
  const same = faults.find(({ screen, width, what, where, text }) => screen === fault.screen && width === fault.width && what === fault.what && where === fault.where && text === fault.text) // prettier-ignore
  if (same) same.languages.push(...fault.languages)
  else faults.push(fault)
}

export function done({ faults, measured }: Look): void {
  report(`fits: ${measured} measured, ${faults.length} faults`)
  expect(faults.map(({ screen, languages, width, what, text, where }) => `${screen}, ${languages.join(' ')}, ${width}, ${what}: "${text}" in ${where}`)).toEqual([]) // prettier-ignore
}
