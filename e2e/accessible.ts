import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Nothing is wider than the window. */
export async function expectFitting(page: Page): Promise<void> {
  // Tables are stacked only once they have measured their room.
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  await expect.poll(fits, { message: `${page.url()} is not wider than the window`, timeout: 1_000 }).toBe(true)
}

/** Neither the page nor a table on it, nor a row of two lines, has to be scrolled sideways. */
export async function expectNothingSideways(page: Page): Promise<void> {
  await expectFitting(page)
  const wide = await page
    .locator('main :is(table, li, dl)')
    .evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
  expect(wide, page.url()).toEqual([])
}

/**
 * Nothing for axe to find on the page, or in a part of it, and nothing wider than the window. A frame is left out: the preview
 * has no scripts and is looked at on its own. Without frames of others axe needs no empty page beside it each time, for which
 * its other mode is.
 */
export async function expectClean(page: Page, within = 'html'): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  await expectFitting(page)
  // Whatever the bar at the top covers at the moment comes out from under it by scrolling.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNothing(axe(page).include(within).withTags(tags), page.url())
}

/**
 * In dark colours too, each text can be told from what is behind it. Only styles that are not in `seen` yet are looked at,
 * and are put there: a style is a class with its colours, size and weight.
 */
export async function expectContrast(page: Page, seen: Set<string>): Promise<void> {
  const styles = await page.evaluate(markNewStyles, [...seen])
  for (const style of styles) seen.add(style)
  if (styles.length === 0) return
  const rules = ['color-contrast', 'link-in-text-block']
  await expectNothing(axe(page).include('[data-new-style]').withRules(rules), `${page.url()}, in other colours`)
}

/** Changes the colours as the system's setting does, and waits until the page has followed. */
export async function chooseColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((dark) => {
    const [red = 0] = getComputedStyle(document.body).color.match(/\d+/g)?.map(Number) ?? []
    return dark ? red > 150 : red < 150
  }, colorScheme === 'dark')
}

/** Only of violations does axe work out the details, which for all that is well take most of its time. */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('iframe')

/** Runs in the page: marks one element of each style of text that is not known yet, and answers the styles. */
function markNewStyles(known: readonly string[]): string[] {
  const seen = new Set(known)
  const found: string[] = []
  const behind = (element: Element | null): string => {
    if (!element) return ''
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const isClear = backgroundImage === 'none' && /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)
    return isClear ? behind(element.parentElement) : backgroundColor + backgroundImage
  }
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('data-new-style')
    const hasText = [...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) => nodeType === Node.TEXT_NODE && data?.trim()) // prettier-ignore
    if (!hasText || element.getClientRects().length === 0) continue
    const { color, fontSize, fontWeight, opacity } = getComputedStyle(element)
    const style = [element.tagName, element.className, color, fontSize, fontWeight, opacity, behind(element)].join('|')
    if (seen.has(style)) continue
    seen.add(style)
    found.push(style)
    element.setAttribute('data-new-style', '')
  }
  return found
}

async function expectNothing(builder: AxeBuilder, what: string): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target, any }) => {
      const why = any.map(({ message, relatedNodes = [] }) => [message, ...relatedNodes.map((behind) => behind.target)])
      return `${target.join(' ')} ${why.join(' ')}`
    })
    return `${id}: ${places.join(' | ')}`
  })
  expect(found, what).toEqual([])
}
