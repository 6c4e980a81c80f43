import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ownStyle, payPageHtml } from '#checkout/page.ts'
import { hasOrder, type Assets, type CardAcceptance, type PayView } from '#checkout/view.ts'
import { textsOf } from '#server/kit/texts.ts'

const texts = textsOf('checkout')

/** The response with the shopper's page: 404 for an unknown reference, 503 under load shedding, else 200. */
export function payPage(view: PayView): { status: number; headers: Record<string, string>; html: string } {
  const status = hasOrder(view) ? 200 : { not_found: 404, busy: 503 }[view.state]
  const style = ownStyle(view)
  const headers = payPageHeaders(view, style ? { style } : {})
  return { status, headers, html: payPageHtml(view, texts[view.language]) }
}

/**
 * The headers of the page, and of a receipt's, which has no view. It may run its own script and connect to this origin. The
 * provider of the one channel that takes its cards adds the origins of its tokens, script and frames. The page is never framed,
 * cached, indexed or sent as a referrer.
 * @param style the one style in the document itself, as it stands there; absent without one.
 */
export function payPageHeaders(view?: PayView, { style }: { style?: string } = {}): Record<string, string> {
  const { connectOrigins = [], scriptOrigins = [], frameOrigins = [] } = cardEntryOf(view) ?? {}
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      sources("script-src 'self'", scriptOrigins),
      style === undefined ? "style-src 'self'" : `style-src 'self' 'sha256-${sha256(style)}'`,
      "img-src 'self' data: https:",
      sources("connect-src 'self'", connectOrigins),
      ...(frameOrigins.length > 0 ? [sources('frame-src', frameOrigins)] : []),
      // The choice of a part asks for the page anew.
      view && hasOrder(view) && view.part ? "form-action 'self'" : "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    // The browser reloads the page by itself, without a script.
    ...(view?.state === 'busy' && { 'retry-after': '1', refresh: '3' }),
  }
}

/**
 * The addresses of the page's built script and styles, from the manifest that the build leaves in `distDir`. Read once, at
 * start; throws when the page has not been built.
 */
export function readCheckoutAssets(distDir: string, entry = 'checkout/main.ts'): Assets {
  const file = join(distDir, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The browser parts are not built: run npm start, or npm run build')
  const manifest = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  const chunks = chunksOf(manifest, entry)
  const [script] = chunks
  if (!script) throw new Error(`The build has no ${entry}.`)
  const styles = new Set(chunks.flatMap(({ css }) => css))
  const preloads = chunks.slice(1).map(({ file }) => `/${file}`)
  return {
    script: `/${script.file}`,
    styles: [...styles].map((file) => `/${file}`),
    ...(preloads.length > 0 && { preloads }),
  }
}

/**
 * The assets of the page; of a page with a document, which has further styles; and of those of payment pages and receipts, which have
 * its styles and scripts of their own.
 */
export function checkoutAssets(distDir = dist): Record<'page' | 'document' | 'shop' | 'receipt' | 'manage', Assets> {
  const page = readCheckoutAssets(distDir)
  const shop = readCheckoutAssets(distDir, 'checkout/pages/script.ts')
  const { script } = readCheckoutAssets(distDir, 'checkout/receipt-script.ts')
  const manage = readCheckoutAssets(distDir, 'checkout/subscriptions/manage-script.ts')
  const { script: documentStyles } = readCheckoutAssets(distDir, 'checkout/document.css')
  return {
    page,
    document: { ...page, styles: [...page.styles, documentStyles] },
    shop: { ...shop, styles: [...page.styles, ...shop.styles] },
    receipt: { script, styles: page.styles },
    manage: { ...manage, styles: [...page.styles, ...manage.styles] },
  }
}
const dist = join(import.meta.dirname, '..', '..', 'dist')

/** A chunk and, behind it, those that it imports: their styles belong to the page too. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): Manifest[string][] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [chunk, ...chunk.imports.flatMap((imported) => chunksOf(manifest, imported, seen))]
}

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
)
type Manifest = z.output<typeof Manifest>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

const cardEntryOf = (view: PayView | undefined): CardAcceptance | null => (view && hasOrder(view) ? view.card : null)

/** A directive of the policy. Throws for anything but an origin, which could add a directive of its own. */
function sources(directive: string, origins: readonly string[]): string {
  const wrong = origins.find((origin) => !/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(origin))
  if (wrong !== undefined) throw new Error(`Not an origin: ${wrong}`)
  return [directive, ...origins].join(' ')
}
