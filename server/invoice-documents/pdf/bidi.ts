import bidiFactory, { type Bidi } from 'bidi-js'

/** The bidirectional algorithm. The types of the library are of its module, and Node loads its script, which is the function. */
export const bidi: Bidi = (bidiFactory as unknown as () => Bidi)()
