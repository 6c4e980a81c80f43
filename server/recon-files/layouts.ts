import type { Layout } from './layout.ts'
import { adyen } from './layouts/adyen.ts'

/** All layouts that are built in. A new provider is a new file and a line here. */
export const layouts: readonly Layout[] = [...adyen]

/** The layout of a key such as `ADYEN_SETTLEMENT_DETAIL`. */
export const layoutOf = (key: string): Layout | undefined => layouts.find((layout) => layout.key === key)
