import type { FastifyRequest } from 'fastify'

/**
 * Whether a shopper's browser asks: programs that only read pages say who they are, and so do browsers that only fetch ahead. What
 * another page of this installation opens or frames is the merchant's own look at it, or a shopper who was here before.
 */
export const isShopper = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  !reader.test(headers['user-agent'] ?? 'bot') &&
  !/prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? '')) &&
  headers['sec-fetch-site'] !== 'same-origin' &&
  headers['sec-fetch-dest'] !== 'iframe'
const reader =
  /bot\b|crawl|spider|slurp|externalhit|preview|archiver|fetcher|monitor|uptime|pingdom|lighthouse|google-|chatgpt|perplexity|embedly|scrapy|^(whatsapp|telegram|curl|wget|python|java|go-http|okhttp|axios|node)/i
