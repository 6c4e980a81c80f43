import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Nothing serious for axe to find. A frame is left out: the preview has no scripts and is looked at on its own. Without frames
 * of others axe needs no empty page beside it each time, for which its other mode is.
 */
export async function expectClean(page: Page): Promise<void> {
  await violations(axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']), page.url())
}

/**
 * In dark colours too, each text can be told from what is behind it. Only styles that are not in `seen` yet are looked at,
 * and are put there: a style is a class with its colours, size and weight.
 */
export async function expectContrast(page: Page, seen: Set<string>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => lightness(page), { message: `${page.url()} is dark`, timeout: 30_000 }).toBeGreaterThan(150)
  const styles = await page.evaluate(markNewStyles, [...seen])
  for (const style of styles) seen.add(style)
  if (styles.length > 0) {
    const rules = ['color-contrast', 'link-in-text-block']
    await violations(axe(page).include('[data-new-style]').withRules(rules), `${page.url()}, dark`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => lightness(page), { message: `${page.url()} is light`, timeout: 30_000 }).toBeLessThan(150)
}

const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().exclude('iframe')

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

/** Of its text, 0 to 255. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => Math.min(...(getComputedStyle(document.body).color.match(/\d+/g) ?? []).slice(0, 3).map(Number)))

async function violations(builder: AxeBuilder, what: string): Promise<void> {
  const { violations: all } = await builder.analyze()
  const serious = all.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(
            ({ target, any }) =>
              `${target.join(' ')} ${any.map(({ message, relatedNodes }) => [message, ...(relatedNodes ?? []).map((behind) => behind.target)].join(' ')).join()}`,
          )
          .slice(0, 3)
          .join(' | ')}`,
    ),
    what,
  ).toEqual([])
}
