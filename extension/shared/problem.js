/** Something that went wrong, in words for a person, with one thing to do about it. */

/** What a button beside a problem may do. @typedef {'connect' | 'allow' | 'allow-pages' | 'retry' | 'copy-start' | 'site-on'} Remedy */

export class Problem extends Error {
  /**
   * @param {string} title what is wrong
   * @param {string} action what to do about it
   * @param {{code?: string, detail?: string, remedy?: Remedy | null, command?: string}} [more] `command`: to be run in a terminal
   */
  constructor(title, action, { code = '', detail = '', remedy = null, command = '' } = {}) {
    super(title);
    this.title = title;
    this.action = action;
    this.code = code;
    this.detail = detail;
    this.remedy = remedy;
    this.command = command;
  }
}
