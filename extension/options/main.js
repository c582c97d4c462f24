/** The page of settings: each section is a module of its own. */

import { fill } from '../shared/i18n.js';
import { showConnection } from './connection.js';
import { showKeys } from './keys.js';
import { showPresets } from './presets.js';
import { showPrivacy } from './privacy.js';
import { showSites } from './sites.js';

fill(document);
void showConnection();
void showPresets();
void showSites();
void showPrivacy();
void showKeys();
