//! Maps and sets of what nobody from outside can choose, such as ids: a hash that resists collisions made on purpose costs several
//! times as much, a dozen times for each mail.

use foldhash::fast::RandomState;

pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
pub type HashSet<K> = std::collections::HashSet<K, RandomState>;
