/** What a person runs in a terminal, in Pointline's folder, as the README has it. */

export const START_COMMAND = './scripts/run serve';
export const PAIR_COMMAND = './scripts/run pair';
export const MODEL_COMMAND = './scripts/run model pull starter';
