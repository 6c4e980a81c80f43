import type { Services } from '#server/kit/ctx.ts'
import { base } from '#server/kit/http/serve.ts'

/** Where anybody may see the logo that a record points at; empty where there is none. */
export const logoAddress = (services: Pick<Services, 'publicUrl'>, logo: string): string =>
  logo === '' ? '' : `${services.publicUrl}${base}/logos/${logo}.png`
