import type { House } from '#server/kit/ctx.ts'
import { base } from '#server/kit/serve.ts'

/** Where anybody may see the logo that a record points at; empty where there is none. */
export const logoAddress = (house: Pick<House, 'publicUrl'>, logo: string): string =>
  logo === '' ? '' : `${house.publicUrl}${base}/logos/${logo}.png`
