import { z } from 'zod'

/**
 * Stops zod from compiling schemas, since the Content-Security-Policy forbids `eval`. Imported before the first
 * schema.
 */
z.config({ jitless: true })
