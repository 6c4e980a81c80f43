import type { Services } from '#server/kit/ctx.ts'
import { base } from '#server/kit/http/serve.ts'

/** The public address of a merchant's logo; empty where there is none. */
export const logoAddress = (services: Pick<Services, 'publicUrl'>, logo: string): string =>
  logo === '' ? '' : `${services.publicUrl}${base}/logos/${logo}.png`
